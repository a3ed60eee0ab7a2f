package injection

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang/lazyregexp"
)

// HasLink reports an address or a link in any notation: a scheme, a host behind //, a host with a
// path, Markdown links, images and references.
func HasLink(s string) bool {
	return matchesAsWrittenOrUndisguised(s, func(s string) bool {
		return (strings.ContainsAny(s, ":/[?") || strings.Contains(s, "ww") || strings.Contains(s, "xx")) &&
			linkPattern.MatchString(s)
	})
}

// matchesAsWrittenOrUndisguised tries a text as it is and, where that is something else, as a
// reader sees it.
func matchesAsWrittenOrUndisguised(s string, match func(string) bool) bool {
	if match(s) {
		return true
	}
	seen := foldDisguisedTextKeepingCase(s)
	return seen != s && match(seen)
}

var linkPattern = lazyregexp.New(`(?i)\b(?:[a-z][a-z0-9+.-]{1,15}://|(?:javascript|data|file|mailto|` +
	`vbscript):\S)|` +
	`(?:^|[^:\w/])//[\w-]+(?:\.[\w-]+|/)|\bwww\.|\bhxxps?\b|\w\[\.\]\w|!?\[[^\]]*\]\s?(?:\([^)]*\)|\[[^\]]*\])|!\[|` +
	`(?:^|\s)\[[^\]]+\]:|\b(?:[a-z0-9-]+\.)+(?:com|net|org|info|io|co|app|dev|ai|xyz|top|site|online|example|test|` +
	`biz|ru|cn|tk|ly|link|click)(?:/[\w?#]|\?\w|:\d)|\b\d{1,3}(?:\.\d{1,3}){3}[:/]\w`)

// HasControlMarkup reports what a prompt, a page or a program could read as structure: HTML tags,
// tokens of chat templates, names of roles before a colon, headings, fences, objects and calls.
func HasControlMarkup(s string) bool {
	return matchesAsWrittenOrUndisguised(s, func(s string) bool {
		return (strings.ContainsAny(s, "<>[]{}#`~=|:$-(") || strings.Contains(strings.ToLower(s), "table")) &&
			(controlMarkupPattern.MatchString(s) || roleLabelPattern.MatchString(s) || systemNotePattern.MatchString(s))
	})
}

var controlMarkupPattern = lazyregexp.New(`(?i)(?:^|[^\w<])</?[a-z][\w:.-]*(?:[\s/][^<>]*)?>|` +
	`</?\s*(?:system|user|assistant|user_message|assistant_reply|instructions?|tool|function|script|iframe|img|svg|` +
	`style|object|embed|form|input|meta|link|base|body|html|video|audio|div|span|a)\b[^>]*(?:>|$)|<!(?:--|doctype|` +
	`\[cdata)|<\?\w|]]>|<[|｜][^<>]*[|｜]>|<//|\[/?(?:inst|system|sys|user|assistant|tool|bos|eos)\]|<</?sys>>|` +
	`\{\{[^}]*\}\}|\$\{[^}]*\}|\{%|^\s*(?:system|assistant|developer|human|user|ai|bot|tool)\s*:|(?:^|\s)#{2,6}\s|` +
	"^\\s*#\\s|```|~~~|={4,}|-{4,}|" +
	`\{\s*["'“]?[\w -]+["'”]?\s*:|["'“][\w -]+["'”]\s*:\s*["'“{\[\d]|` +
	`\b\w+_\w+\([^)]*\)|\b\w+\(\s*\w+\s*=[^)]*\)|\brm -rf\b|\bdrop table\b|\beval\(`)

// systemNotePattern matches the heading of a note that claims to come from the system, before its
// colon.
var systemNotePattern = lazyregexp.New(`(?i)^[^\p{L}]*(?:syste{1,2}m[ -]?(?:message|notice|note|alert|` +
	`update|notification|hinweis|meldung|nachricht|mitteilung|melding|bericht|meddelande|besked)|` +
	`(?:admin|developer|security) (?:note|notice|message)|(?:aviso|mensaje|nota|mensagem|alerta) d[eo]l? sistema|` +
	`(?:message|avis|note|alerte) (?:du )?système|` +
	`(?:avviso|messaggio|nota) (?:di|del) sistema|системн\p{L}+ (?:сообщение|уведомление|заметка)|` +
	`komunikat systemow\p{L}+|sistem (?:bildirimi|uyarısı|mesajı|notu)|pemberitahuan sistem|pesan sistem|` +
	`(?:thông báo|tin nhắn) hệ thống|सिस्टम (?:सूचना|संदेश)|(?:إشعار|رسالة|تنبيه) (?:من )?النظام|` +
	`系统(?:提示|通知|消息|公告)|系統(?:提示|通知|訊息)|システム(?:通知|メッセージ|注記|より)|시스템 ?(?:알림|메시지|공지))[^\n:：]{0,20}[:：\]】]`)

// roleLabelPattern matches the name of a role before a colon inside a text, where its capital tells it
// from an ordinary word.
var roleLabelPattern = lazyregexp.New(`(?:^|[\s.>"'])(?:SYSTEM|System|HUMAN|Human|ASSISTANT|Assistant|` +
	`DEVELOPER|` +
	`Developer|USER|User|AI|BOT|INSTRUCTION|Instructions?)(?: (?:MESSAGE|message|PROMPT|prompt|NOTE|note|OVERRIDE|` +
	`override))?\s*[:：]`)

// HasEncodedText reports text in an encoding that a person cannot read: runs in base64, base32 or
// hexadecimal digits that decode to text, and escapes, entities or character codes in a row.
func HasEncodedText(s string) bool {
	if mayHaveEscapes(s) && escapePattern.MatchString(s) {
		return true
	}
	for _, run := range encodedRunPattern.FindAllString(s, -1) {
		if decodesToText(run) {
			return true
		}
	}
	for _, runs := range brokenRunPattern.FindAllString(s, -1) {
		if decodesToText(strings.ReplaceAll(runs, " ", "")) {
			return true
		}
	}
	return false
}

var (
	escapePattern = lazyregexp.New(`(?i)\b(?:base ?(?:64|32)|rot-?13|caesar|atbash|morse)\b.*[:：]|` +
		`(?:\b0x[0-9a-f]{2}\b[\s,;:-]*){4,}|` +
		`(?:\b[0-9a-f]{2}[:.-]){7,}[0-9a-f]{2}\b|[01]{24,}|(?:\bu\+[0-9a-f]{4,6}\b\s*){3,}|(?:=[0-9a-f]{2}){3,}|` +
		`(?:[a-z]%[0-9a-f]{2}[a-z]+.*?){2,}|` +
		`(?:&[a-z]{2,8};\s*){3,}|(?:\b(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])\b[-./]){7,}|(?:%[0-9a-f]{2}){3,}|` +
		`(?:\\x[0-9a-f]{2}\s*){2,}|` +
		`(?:\\u\{?[0-9a-f]{4,6}\}?){2,}|` +
		`(?:&#x?[0-9a-f]{2,6};?\s*){2,}|(?:\b[01]{8}\b\s*){3,}|(?:\b[2-7][0-9a-f]\b[\s,]*){8,}|` +
		`(?:\b(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])\b[\s,]+){7,}|(?:(?:^|\s)[.·•-]{1,5}){8,}`)
	brokenRunPattern  = lazyregexp.New(`[A-Za-z0-9+/_-]{4,}(?: [A-Za-z0-9+/_-]{4,}){2,}={0,3}`)
	encodedRunPattern = lazyregexp.New(`[A-Za-z0-9+/_-]{12,}={0,3}`)
)

// mayHaveEscapes reports whether a text has a sign that a match of escapePattern needs: a digit, a colon
// or a sign of escapes, or at least seven stops and hyphens. Ordinary sentences have none.
func mayHaveEscapes(s string) bool {
	return strings.ContainsAny(s, `0123456789:：%=+&\·•`) || strings.Count(s, ".")+strings.Count(s, "-") >= 7
}

// decodesToText reports whether a run decodes to printable text. Hardly any word of 12 letters does:
// each byte is printable in one of three cases.
func decodesToText(run string) bool {
	bare := strings.TrimRight(run, "=")
	decoders := []func(string) ([]byte, error){
		base64.RawStdEncoding.DecodeString, base64.RawURLEncoding.DecodeString,
		base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString, hex.DecodeString,
	}
	for _, decode := range decoders {
		if text, err := decode(bare); err == nil && len(text) >= 8 && isPrintableMostlyLetters(text) {
			return true
		}
	}
	return false
}

func isPrintableMostlyLetters(text []byte) bool {
	if !utf8.Valid(text) {
		return false
	}
	letters := 0
	for _, r := range string(text) {
		if !unicode.IsPrint(r) {
			return false
		}
		if unicode.IsLetter(r) || r == ' ' {
			letters++
		}
	}
	return letters*4 >= utf8.RuneCount(text)*3
}
