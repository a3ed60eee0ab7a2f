package sourcecode

import (
	"sync"

	"memoir/memory/lang/lazyregexp"
)

// assignedName is the beginning of a name that has a password as its value, in small letters, and
// the expressions for what may follow it, the value being the first of their groups that is set. The
// beginning may stand behind others (DB_), unless isWord says that it must begin a word.
type assignedName struct {
	stem   string
	isWord bool
	forms  []*lazyregexp.Regexp
}

var assignedNames = sync.OnceValue(func() []assignedName {
	const general = `pass(?:word|wd|wort|phrase|code)?`
	return []assignedName{
		newAssignedName("pass", true, general, true),
		newAssignedName("password", false, general, true),
		newAssignedName("passwd", false, general, true),
		newAssignedName("pwd", false, `pwd`, true),
		newAssignedName("psk", true, `psk`, true),
		newAssignedName("secret", false, `secret(?:[_-]?key)?`, false),
		newAssignedName("token", false, `token`, false),
		newAssignedName("api", false, `api[_-]?key`, false),
		newAssignedName("access", false, `access[_-]?key`, false),
		newAssignedName("private", false, `private[_-]?key`, false),
		newAssignedName("auth", false, `auth[_-]?key`, false),
		newAssignedName("encryption", false, `encryption[_-]?key`, false),
		newAssignedName("connectionstring", false, `connectionstring`, true),
	}
})

// newAssignedName returns the name that begins with stem and is matched by expr. Its value has
// quotes, within which there are blanks only if mayHaveBlanks is set, or stands behind = without
// quotes if the name is in capitals, as shells have it.
func newAssignedName(stem string, isWord bool, expr string, mayHaveBlanks bool) assignedName {
	const (
		more = `(?:[_.-]\w{1,24}){0,3}\d?` // what names go on with: _hash, .value, 2
		// separator assigns, or separates two quoted arguments.
		separator = `(?:["'` + "`" + `]\s*,|["'` + "`" + `]?\s*\]?\s*(?:=>|:=|=|:))\s*`
		attribute = `["']\s+value\s*=\s*["']([^"'\n]{3,120})["']` // of an element of XML
		// variable is no path and ends where sentences of scripts without blanks go on.
		variable = `=([^\s"'$/;&|<>(){}\p{Han}][^\s"';&|<>(){}\p{Han}\p{Hiragana}\p{Katakana}，。、；：！？]{3,120})`
	)
	value := "(?:\"([^\"\\s]{4,120})\"|'([^'\\s]{4,120})'|`([^`\\s]{4,120})`)"
	if mayHaveBlanks {
		value = "(?:\"([^\"\\n]{4,120})\"|'([^'\\n]{4,120})'|`([^`\\n]{4,120})`)"
	}
	return assignedName{stem, isWord, []*lazyregexp.Regexp{
		lazyregexp.New(`^(?i:` + expr + `)` + more + separator + value),
		lazyregexp.New(`^(?i:` + expr + `)` + more + attribute),
		lazyregexp.New(`^[A-Z](?i:` + expr[1:] + `)(?:_[A-Z0-9]+)*` + variable),
	}}
}

// uuidForm matches an identifier that is random but no secret (RFC 9562); identifierName what ends with the name of
// something else that only looks random.
var (
	uuidForm       = lazyregexp.New(`(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	identifierName = lazyregexp.New(`(?i)(?:\bid|_id|sha\d*|md5|digest|etag|commit|checksum|hash|integrity|revision)` +
		"[\"'`\\])]*\\s*[:=,(]?\\s*[\"'`]?(?:sha\\d+[:-])?$")
)

// sessionName matches the name of a session's identifier.
var sessionName = lazyregexp.New(`(?i)sess|\bsid\b`)

// headerName matches the name of a header of HTTP at the beginning of a line.
var headerName = lazyregexp.New("^[\\s\"'`]*[A-Za-z][\\w-]{2,40}:\\s*$")

// commandForm is a line in which a program or function takes a password: what the line must have, in
// small letters, and the expression whose first group that is set is the password.
type commandForm struct {
	literal string
	pattern *lazyregexp.Regexp
}

// Parts of the expressions of commands.
const (
	begin   = `(?:^|[$#>&|;]|\bsudo)\s*` // of a command, behind a prompt or another command
	options = `\b[^\n|;&]*?\s`           // between a program and its option, within the command
	value   = `(?:"([^"\n]{3,120})"|'([^'\n]{3,120})'|([^\s"'|;&]{3,120}))`
	// Arguments up to the password, which has quotes: a name, a server and a name, or an object and a quoted name.
	secondArgument = `\s*=?\s*\(\s*[^,()\n]{1,80},\s*` + quoted
	thirdArgument  = `\s*\(\s*(?:[^,()\n]{1,80},\s*){2}` + quoted
	behindAddress  = `\s*\(\s*(?:[^,()"'\n]{1,80},\s*)?["'][^"'\n]{1,80}["'],\s*` + quoted
	quoted         = `(?:"([^"\n]{4,120})"|'([^'\n]{4,120})')`
)

// commandForms follow the manuals of the programs and libraries they name.
var commandForms = sync.OnceValue(func() []commandForm {
	lines := [][2]string{
		{"mysql", `\bmysql(?:dump|admin|import|check|show|slap)?` + options + `-p` + value},
		{"mariadb", `\bmariadb(?:-dump|-admin)?` + options + `-p` + value},
		{"sshpass", `\bsshpass\s+-p\s*` + value},
		{"login", `\b(?:docker|podman|az|helm|skopeo|buildah|oc|cf|ibmcloud|vault)` + options + `login` + options +
			`(?:-p|--password)[ =]\s*` + value},
		{"mongo", `\bmongo(?:sh|dump|restore|export|import)?` + options + `-p\s+` + value},
		{"redis-cli", `\bredis-cli` + options + `-a\s+` + value},
		{"zip", `\b(?:un)?zip` + options + `-P\s*` + value},
		{"7z", `\b7z[ar]?` + options + `-p` + value},
		{"rar", `\b(?:un)?rar` + options + `-h?p` + value},
		{"pass:", `-(?:k|pass|passin|passout)\s+["']?pass:` + value},
		{"net use", `(?i)\bnet\s+use` + options + `/user:\S+\s+([^\s/]{3,120})`},
		{"net use", `(?i)\bnet\s+use\s+(?:\S:\s+)?\\\\\S+\s+([^\s/]{3,120})\s+/user:`},
		{"net user", `(?i)` + begin + `net\s+user\s+[^\s/]+\s+([^\s/]{3,120})(?:\s*$|\s+/)`},
		{"htpasswd", `\bhtpasswd\s+-\w*b\w*\s+\S+\s+\S+\s+` + value},
		{"htpasswd", `\bhtpasswd\s+-\w*n\w*b\w*\s+\S+\s+` + value},
		{"| ", `\becho\s+(?:-n\s+)?` + value + `\s*\|\s*` +
			`(?:sudo\s+-S|passwd|chpasswd|su|cryptsetup|openssl|gpg|kinit|docker)\b`},
		{"smbclient", `\bsmbclient` + options + `-U\s*["']?[^\s%"']+%` + value},
		{"ldap", `\bldap\w+` + options + `-w\s+` + value},
		{"sqlcmd", `(?i)\bsqlcmd` + options + `-P\s*` + value},
		{"sqlplus", `(?i)\bsqlplus\s+(?:-\w+\s+)*\w+/([^\s@"']{3,120})`},
		{"pass ", `-(?:src|dest)?(?:store|key)pass\s+` + value},
		{"wpa_passphrase", begin + `wpa_passphrase\s+(?:"[^"]*"|'[^']*'|\S+)\s+` + value},
		{"lftp", `\blftp` + options + `-u\s+["']?[^\s,"']+,` + value},
		{"xfreerdp", `\bxfreerdp` + options + `/p:` + value},
		{"rdesktop", `\brdesktop` + options + `-p\s+` + value},
		{"plink", `(?i)\bplink(?:\.exe)?` + options + `-pw\s+` + value},
		{"_authtoken", `_authToken[ =]` + value},
		{"identified", `(?i)\b(?:(?:create|alter)\s+(?:user|role)|grant)\b` +
			`[^\n;]*\bidentified\s+(?:with\s+\w+\s+)?by\s+` + value},
		{"securestring", `(?i)\bConvertTo-SecureString\s+(?:-String\s+)?` + value},
		// the lines of ~/.pgpass: host, port, database, user, password
		{":5432:", `(?:^|\s)[\w.*-]+:(?:\d{4,5}|\*):[\w.*-]+:[\w.-]+:([^\s:]{4,120})`},

		{"login", `(?i)\blogin` + secondArgument},
		{"log_in", `(?i)\blog_in` + secondArgument},
		{"auth", `(?i)\b(?:authenticate|auth|basic_?auth|httpbasicauth|passwordauthentication)` + secondArgument},
		{"usernamepassword", `(?i)\busernamepassword\w*` + secondArgument},
		{"credential", `(?i)\b(?:networkcredential|pscredential)` + secondArgument},
		{"sign", `(?i)\bsign_?in\w*` + behindAddress},
		{"connect", `(?i)\b(?:mysqli?_(?:real_)?connect|getconnection)` + thirdArgument},
		{"mysqli", `(?i)\bmysqli` + thirdArgument},
		{"pdo", `(?i)\bpdo` + thirdArgument},
	}
	out := make([]commandForm, len(lines))
	for i, l := range lines {
		out[i] = commandForm{l[0], lazyregexp.New(l[1])}
	}
	return out
})
