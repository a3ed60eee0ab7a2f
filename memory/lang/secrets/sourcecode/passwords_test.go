package sourcecode

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Each line has a password between « and »; everything else stays.
var linesWithPassword = []string{
	`define('DB_PASSWORD', '«tR9#muelle.Sur»');`,
	`define( "DB_PASS" , "«muelle sur»" );`,
	`'password' => '«muelle.Sur9»',`,
	`$db_pass = '«muellesur»';`,
	`userPass: "«muellesur»"`,
	`os.environ["API_KEY"] = "«muelleSur9x»"`,
	`setenv("SECRET_TOKEN", "«muelleSur9x»")`,
	`<add key="Password" value="«muelleSur9»" />`,
	`psk="«muelle sur nueve»"`,
	"password := `«muelle sur»`",
	`PGPASSWORD=«muelleSur9» psql -h db`,
	`MYSQL_ROOT_PASSWORD=«muelleSur9»`,
	`SECRET_KEY=«muelleSur9» ./run`,
	`mysql -u root -p«muelleSur9» shop`,
	`mysqldump --host db -p«muelleSur9» shop > a.sql`,
	`sshpass -p '«muelleSur9»' ssh root@box`,
	`docker login -u anna -p «muelleSur9»`,
	`mongosh --username anna -p «muelleSur9»`,
	`redis-cli -h cache -a «muelleSur9» ping`,
	`unzip -P «muelleSur9» a.zip`,
	`7z x a.7z -p«muelleSur9»`,
	`openssl pkcs12 -in a.p12 -passin pass:«muelleSur9»`,
	`net use z: \\nas\share /user:anna «muelleSur9»`,
	`net use z: \\nas\share «muelleSur9» /user:anna`,
	`htpasswd -cb .htpasswd anna «muelleSur9»`,
	`echo '«muelleSur9»' | sudo -S apt update`,
	`smbclient //nas/share -U anna%«muelleSur9»`,
	`ldapsearch -x -D cn=admin -w «muelleSur9»`,
	`sqlcmd -S db -U sa -P «muelleSur9»`,
	`sqlplus anna/«muelleSur9»@shop`,
	`keytool -list -storepass «muelleSur9»`,
	`wpa_passphrase "my wifi" «muelleSur9»`,
	`lftp -u anna,«muelleSur9» ftp.example`,
	`plink -pw «muelleSur9» root@box`,
	`npm config set //registry.example/:_authToken=«muelleSur9»`,
	`CREATE USER anna IDENTIFIED BY '«muelleSur9»';`,
	`ConvertTo-SecureString "«muelleSur9»" -AsPlainText -Force`,
	`db.example:5432:shop:anna:«muelleSur9»`,
	`mysqli_connect('localhost', 'root', '«muelleSur9»')`,
	`mysqli_connect('localhost', 'root', '«muelleSur9»', 'shop')`,
	`new mysqli("h","u","«sunflower»","shop")`,
	`login("anna","«sunflower»","de_DE")`,
	`session.log_in("anna", "«sunflower»")`,
	`new UsernamePasswordToken("anna", "«sunflower»")`,
	`sshpass -p '«correct horse;battery»' ssh root@box`,
	`mysql -u root -p'«Tr0ub;4dor»' shop`,
	`password = "«abcd'efgh»"`,
	`DB_PASSWORD=«abcd»设置好了，然后重启`,
	`docker login ghcr.io -u anna --password «muelleSur9»`,
	`axios.defaults.headers.common["Sesame"] = "«bccfb7bafda9b941536b77871a0aea27»";`,
	`req.Headers.Add("Jato-Carimbo", "«h47294iaohl5x4ffd0sdsvqkpm03hp2gf1yp»");`,
	"'Hurtex-Podpis: «abd115ce246504524496f070e6186957abc00ff4»',",
	"kjt-miyao: «D49EBA93E8384ADD5473C36B36424B70»",
	`SALE_GROSSO = "«(vi^l15yhq2&4wl61j$uk)8)n9!ejy#(nb38v_bt@a$68(s&+o»"`,
	`new PDO("mysql:host=db", "root", "«muelleSur9»")`,
	`requests.get(url, auth=("admin", "«muelleSur9»"))`,
	`conn.login("root", "«muelleSur9»")`,
	`signInWithEmailAndPassword(auth, "a@b.example", "«muelleSur9»")`,
	`new NetworkCredential("anna", "«muelleSur9»")`,
	`DriverManager.getConnection(url, "anna", "«muelleSur9»")`,
}

func TestPasswordsInSourceCodeAreFound(t *testing.T) {
	for _, line := range linesWithPassword {
		for _, around := range [][2]string{{"", ""}, {"Why does this fail?\n", "\nIt worked yesterday."}} {
			before, rest, _ := strings.Cut(around[0]+line+around[1], "«")
			password, after, _ := strings.Cut(rest, "»")
			want := Span{len(before), len(before) + len(password)}
			got := FindPasswords(before + password + after)
			if !slices.Contains(got, want) || len(slices.Compact(slices.Clone(got))) != 1 {
				t.Errorf("%s: found %v, want %v alone", line, got, want)
			}
		}
	}
}

func TestThePasswordsOfAllLinesAreFound(t *testing.T) {
	const text = "mysql -pfirst1 shop\nor\nmysql -psecond2 shop\nDB_PASS='third3' and TOKEN=fourth4\n"
	var got []string
	for _, p := range FindPasswords(text) {
		got = append(got, text[p.Start:p.End])
	}
	slices.Sort(got)
	if want := []string{"first1", "fourth4", "second2", "third3"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestSourceCodeWithoutPasswordsHasNone(t *testing.T) {
	for _, line := range []string{
		`mysql -u root -p shop`,
		`mysql -h db -P 3306 --protocol=tcp -p`,
		`password = os.environ["DB"]`,
		`password = getpass.getpass()`,
		`define('DB_PASSWORD', '$PASS');`,
		`"password": "<your password>"`,
		`password: "********"`,
		`PASSWORD=$1 ./run`,
		`PWD=/home/anna make`,
		`docker run -p 8080:80 nginx`,
		`unzip -p a.zip readme.txt`,
		`passengers = ['Anna', 'Tom and Lea']`,
		`const compass = 'north-west';`,
		`secretary: 'Anna Berger'`,
		`tokenizer = 'bert-base'`,
		`if password == "":`,
		`docker run --name mongo -p 27017:27017 mongo`,
		`docker run mysql -p3306:3306`,
		`docker login ghcr.io -u anna --password-stdin`,
		`vault login -path=teams`,
		`zip -r a.zip d && scp -P 2222 a.zip box:`,
		`mysql -p"$DB_PASS" shop`,
		"I've been a .NET user since 2005",
		`The mushroom was identified by "Picture Mushroom" as edible.`,
		"I use wpa_passphrase to generate the config",
		`My wife wears Victoria's Secret: "Bombshell".`,
		`Our favourite mountain pass: "Furka".`,
		`The words I hate most are "password", "meeting" and "deadline".`,
		`echo 'hello' | grep h`,
		`src="https://cdn.example/assets/2024/11/27/logo-1920x1080.png"`,
		`font-family: "NotoSansDisplayCondensed-Bold700"`,
		`import "github.com/example/project/v2/internal/http2"`,
		`date = "2026-11-27T18:04:05+01:00"`,
		`"id": "550e8400-e29b-41d4-a716-446655440000"`,
		`printf("%02x%02x%02x%02x%02x%02x")`,
		`pattern = "[A-Fa-f0-9]{8}-[A-Fa-f0-9]{4}"`,
		`d="M10,20L30,40L50,60L70,80Z"`,
		"md5: 9e107d9d372bb6826bd81d3542a419d6",
		`"commit": "a0a9f9f812ab34cd56ef78ab90cd12ef34ab56cd"`,
		`grep -p pattern file`,
		`login(user)`,
		"I forgot my password; the token's gone and the secret of the cake is butter.",
		"Pass me the 'big' bowl, the library's author said: \"wait\".",
		"",
	} {
		if got := FindPasswords(line); len(got) > 0 {
			t.Errorf("%s: found %q", line, line[got[0].Start:got[0].End])
		}
	}
}

func FuzzFindPasswords(f *testing.F) {
	for _, line := range linesWithPassword {
		f.Add(line)
	}
	f.Add("pass\xff='\xf0\x9f'")
	f.Fuzz(func(t *testing.T, s string) {
		for _, p := range FindPasswords(s) {
			if p.Start < 0 || p.Start >= p.End || p.End > len(s) {
				t.Errorf("%q: %v is no part of it", s, p)
			} else if utf8.ValidString(s) && !utf8.ValidString(s[p.Start:p.End]) {
				t.Errorf("%q: %v splits a character", s, p)
			}
		}
	})
}
