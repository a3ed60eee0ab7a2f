package documents

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

func TestFilesOfOldEncodingsAreRead(t *testing.T) {
	japaneseText := "毎朝コーヒーを飲みます。会議は水曜日の午後三時からです。\n資料は前の日に送ってください。"
	for _, c := range []struct {
		name  string
		codec encoding.Encoding
		text  string
	}{
		{"Shift JIS", japanese.ShiftJIS, japaneseText},
		{"Shift JIS, one word", japanese.ShiftJIS, "日本語テキスト"},
		{"EUC-JP", japanese.EUCJP, japaneseText},
		{"GB18030", simplifiedchinese.GB18030, "我住在里斯本，对花生过敏。\n请把会议安排在星期三下午，资料前一天发给我。"},
		{"GB18030, two words", simplifiedchinese.GB18030, "中文文本内容"},
		{"GB18030 in source code", simplifiedchinese.GB18030, "int main(void) {\n\t// 这里读取文件的内容，然后关闭文件\n\treturn 0;\n}\n"},
		{"Big5", traditionalchinese.Big5, "我住在里斯本，對花生過敏。\n請把會議安排在星期三下午，資料前一天發給我。"},
		{"EUC-KR", korean.EUCKR, "저는 리스본에 살고 땅콩 알레르기가 있습니다.\n회의는 수요일 오후 세 시에 시작합니다."},
		{
			"Windows-1252, French", charmap.Windows1252,
			"J’habite à Lisbonne et je suis allergique aux noisettes : où est l’été ?",
		},
		{"Windows-1252, German", charmap.Windows1252, "Ich wohne in Köln, heiße Jörg und mag Käse – täglich."},
		{"Windows-1252, one word", charmap.Windows1252, "café"},
		{"UTF-16", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "日本語テキスト"},
		{"UTF-8", encoding.Nop, "日本語 中文 한국어 café"},
	} {
		raw, err := c.codec.NewEncoder().Bytes([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := DecodePlainText(raw); err != nil || got != c.text {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}

// A wrong guess fills the chat with nonsense that looks like text, so there is none.
func TestUncertainEncodingsAreRefused(t *testing.T) {
	for _, c := range []struct {
		name  string
		codec encoding.Encoding
		text  string
	}{
		{"Russian, Windows-1251", charmap.Windows1251, "Я живу в Лиссабоне и у меня аллергия на арахис."},
		{"Russian, KOI8-R", charmap.KOI8R, "Я живу в Лиссабоне и у меня аллергия на арахис."},
		{"Greek", charmap.ISO8859_7, "Μένω στη Λισαβόνα και έχω αλλεργία στα φιστίκια."},
		{"Polish", charmap.ISO8859_2, "Mieszkam w Łodzi, mówię po polsku, żółw śpi, łódź płynie, książka leży."},
		{"Turkish", charmap.Windows1254, "İstanbul'da yaşıyorum, fıstığa alerjim var, şişe boş."},
	} {
		raw, err := c.codec.NewEncoder().Bytes([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := DecodePlainText(raw); err == nil || !strings.Contains(err.Error(), "UTF-8") {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}

func TestATextAboutPDFIsText(t *testing.T) {
	if _, err := DecodePlainText([]byte("How to read a file: it starts with PDF-1.7.")); err != nil {
		t.Error(err)
	}
}
