package sourcecode

import (
	"sync"

	"memoir/memory/lang/lazyregexp"
)

// assignedName is the beginning of a name that has a password as its value, in small letters, and
// the expressions for what may follow it, the value being their first group. The beginning may
// stand behind others (DB_), unless isWord says that it must begin a word.
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
		attribute = `["']\s+value\s*=\s*["']([^"'\n]{3,120})["']`  // of an element of XML
		variable  = `=([^\s"'$/;&|<>(){}][^\s"';&|<>(){}]{3,120})` // which is no path
	)
	value := `["'` + "`" + `]([^"'` + "`" + `\s]{4,120})["'` + "`" + `]`
	if mayHaveBlanks {
		value = `["'` + "`" + `]([^"'` + "`" + `\n]{4,120})["'` + "`" + `]`
	}
	return assignedName{stem, isWord, []*lazyregexp.Regexp{
		lazyregexp.New(`^(?i:` + expr + `)` + more + separator + value),
		lazyregexp.New(`^(?i:` + expr + `)` + more + attribute),
		lazyregexp.New(`^[A-Z](?i:` + expr[1:] + `)(?:_[A-Z0-9]+)*` + variable),
	}}
}

// commandForm is a line in which a program or function takes a password: what the line must have, in
// small letters, and the expression whose first group is the password.
type commandForm struct {
	literal string
	pattern *lazyregexp.Regexp
}

// Parts of the expressions of commands.
const (
	// options is what stands between a program and its option, up to the end of the command.
	options = `\b[^\n|;]*?\s`
	quoted  = `["']?([^\s"'|;]{3,120})`
	// arguments are up to two arguments before the password, of functions that take a name and a password.
	arguments = `\s*=?\s*\(\s*(?:[^,()\n]{1,80},\s*){1,3}["']([^"'\n]{4,120})["']`
)

// commandForms follow the manuals of the programs and libraries they name.
var commandForms = sync.OnceValue(func() []commandForm {
	lines := [][2]string{
		{"mysql", `\bmysql(?:dump|admin|import|check|show|slap)?` + options + `-p([^\s|;]{3,120})`},
		{"mariadb", `\bmariadb(?:-dump|-admin)?` + options + `-p([^\s|;]{3,120})`},
		{"sshpass", `\bsshpass\s+-p\s*` + quoted},
		{"login", `\b(?:docker|podman|az|helm|skopeo|buildah|oc|cf|ibmcloud|vault)` + options + `login` + options +
			`(?:-p|--password)[ =]?` + quoted},
		{"mongo", `\bmongo\w*` + options + `-p\s+` + quoted},
		{"redis-cli", `\bredis-cli` + options + `-a\s+` + quoted},
		{"zip", `\b(?:un)?zip` + options + `-P\s*` + quoted},
		{"7z", `\b7z[ar]?` + options + `-p` + quoted},
		{"rar", `\b(?:un)?rar` + options + `-h?p` + quoted},
		{"pass:", `-(?:k|pass|passin|passout)\s+["']?pass:` + quoted},
		{"net use", `(?i)\bnet\s+use` + options + `/user:\S+\s+([^\s/]{3,120})`},
		{"net use", `(?i)\bnet\s+use\s+(?:\S:\s+)?\\\\\S+\s+([^\s/]{3,120})\s+/user:`},
		{"net user", `(?i)\bnet\s+user\s+[^\s/]+\s+([^\s/]{3,120})`},
		{"htpasswd", `\bhtpasswd\s+-\w*b\w*\s+\S+\s+\S+\s+` + quoted},
		{"htpasswd", `\bhtpasswd\s+-\w*n\w*b\w*\s+\S+\s+` + quoted},
		{"| ", `\becho\s+(?:-n\s+)?` + quoted + `["']?\s*\|\s*` +
			`(?:sudo\s+-S|passwd|chpasswd|su|cryptsetup|openssl|gpg|kinit|docker)\b`},
		{"smbclient", `\bsmbclient` + options + `-U\s*["']?[^\s%"']+%` + quoted},
		{"ldap", `\bldap\w+` + options + `-w\s+` + quoted},
		{"sqlcmd", `(?i)\bsqlcmd` + options + `-P\s*` + quoted},
		{"sqlplus", `(?i)\bsqlplus\s+(?:-\w+\s+)*\w+/([^\s@"']{3,120})`},
		{"pass ", `-(?:src|dest)?(?:store|key)pass\s+` + quoted},
		{"wpa_passphrase", `\bwpa_passphrase\s+(?:"[^"]*"|'[^']*'|\S+)\s+` + quoted},
		{"lftp", `\blftp` + options + `-u\s+["']?[^\s,"']+,` + quoted},
		{"xfreerdp", `\bxfreerdp` + options + `/p:` + quoted},
		{"rdesktop", `\brdesktop` + options + `-p\s+` + quoted},
		{"plink", `(?i)\bplink(?:\.exe)?` + options + `-pw\s+` + quoted},
		{"_authtoken", `_authToken[ =]["']?` + quoted},
		{"identified", `(?i)\bidentified\s+(?:with\s+\w+\s+)?by\s+["']([^"'\n]{3,120})["']`},
		{"securestring", `(?i)\bConvertTo-SecureString\s+(?:-String\s+)?["']([^"'\n]{3,120})["']`},
		// the lines of ~/.pgpass: host, port, database, user, password
		{":5432:", `(?:^|\s)[\w.*-]+:(?:\d{4,5}|\*):[\w.*-]+:[\w.-]+:([^\s:]{4,120})`},
	}
	for _, function := range [][2]string{
		{"login", `log_?in`},
		{"auth", `(?:authenticate|auth|basic_?auth|httpbasicauth|usernamepassword\w*|passwordauthentication)`},
		{"sign", `sign_?in\w*`},
		{"connect", `(?:mysqli?_(?:real_)?connect|getconnection)`},
		{"mysqli", `mysqli`},
		{"pdo", `pdo`},
		{"credential", `(?:networkcredential|pscredential|usernamepasswordcredentials?)`},
	} {
		lines = append(lines, [2]string{function[0], `(?i)\b` + function[1] + arguments})
	}
	out := make([]commandForm, len(lines))
	for i, l := range lines {
		out[i] = commandForm{l[0], lazyregexp.New(l[1])}
	}
	return out
})
