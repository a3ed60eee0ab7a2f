package cli

// commandRow is how one command of the tree answers, in arguments that stand behind its name. An argument
// is a word; "+" in it stands for a space.
type commandRow struct {
	before  func(f *commandTable) // runs before good
	good    string
	stdin   string
	exit    int    // of good
	prints  string // what stdout of good matches; of a call that exits with an error, stderr
	json    string // fields of the object, or of the first item of the list, that good --json prints
	wrong   string // exits with 2
	unknown string // exits with 3: calls that name what does not exist, with ; between them
	refused string // exits with 1: calls that a value or the state of the folder refuses, with ; between them
	// refusedAfter is a call like good that is refused after it, because what it makes is there.
	refusedAfter string
	jsonGood     string // what stands before --json where good cannot be repeated
	// elsewhere is the file, from this folder on, with the good call of a command that is not called here.
	elsewhere string
	// needsNoFolder is set for a command that opens no data folder.
	needsNoFolder bool
}

// emptyList stands for unknown where an id only limits a list, which is then empty: what is deleted has a history.
const emptyList = "-"

// jsonList begins the json of a row whose output is a list.
const jsonList = "list "

func testCallsByCommand() map[string]commandRow {
	const file, project = "id name bytes", "id name scope"
	memory, chat := jsonList+"id content tags status origin", jsonList+"id title memory"
	decisions := jsonList + "id action actor memory_id reason"
	return map[string]commandRow{
		"gui": {wrong: "x", elsewhere: "../e2e/harness_test.go", needsNoFolder: true},
		"chat": {
			good: "--memory off hello", prints: `\S`, wrong: "--memory perhaps hi", unknown: "--thread 99 hi;--project 99 hi",
		},
		"help": {prints: "Exit codes: 0 success", needsNoFolder: true},
		"man":  {prints: `\.TH`, wrong: "x", needsNoFolder: true},
		"serve": {
			wrong: "--addr nowhere", refused: "--addr 127.0.0.1:0", elsewhere: "testdata/script/serve.txtar",
			needsNoFolder: true,
		},

		"chats list": {prints: `(?m)^1  `, json: chat, wrong: "x", unknown: "--project 99"},
		"chats show": {
			good: "1", prints: "user: hello", json: jsonList + "id role content status", wrong: "tea", unknown: "99",
		},
		"chats edit": {
			good: "1 --title Tea", prints: "Tea", wrong: "1", unknown: "99 --title x", refused: "1 --memory perhaps",
		},
		"chats move": {
			good: "1 --project 1", prints: "Moved: 1 chat", wrong: "1", unknown: "99 --project 1;1 --project 99",
		},
		"chats archive": {good: "2", prints: "2", wrong: "", unknown: "99"},
		"chats branch":  {good: "1 --at 2", prints: `\d`, json: "id title", wrong: "1 2", unknown: "99;1 --at 99"},
		"chats rm":      {good: "3", prints: "trash: chat 3", wrong: "3 4", unknown: "99"},
		"chats restore": {good: "3", prints: "Restored: chat 3", wrong: "tea", unknown: "99"},
		"regenerate": {
			good: "1 --no-wait", prints: `\S`, json: "id role content status", wrong: "", unknown: "99;1 --message 99",
		},
		"continue": {
			good: "4 --no-wait", prints: `\S`, json: "id role content status", wrong: "x", unknown: "99;4 --message 99",
			before: func(f *commandTable) { f.runOrFail("chat", "--no-wait", "Use up your tokens") },
		},

		"projects list": {prints: `(?m)^1  Work`, json: jsonList + project, wrong: "x"},
		"projects add": {
			good: "Home", prints: `^\d+  Home`, json: project, wrong: "--scope", refused: "x --scope house", unknown: "",
		},
		"projects edit":   {good: "1 --name Work", prints: "^1  Work", json: project, wrong: "1", unknown: "99 --name x"},
		"projects rm":     {good: "2", prints: "Deleted: project 2", wrong: "", unknown: "99"},
		"projects attach": {good: "1 1", prints: "1", wrong: "1", unknown: "99 1;1 99"},
		"projects detach": {good: "1 1", prints: "1", wrong: "1", unknown: "1 99"},

		"memory list": {
			good: "--limit 5", prints: `(?m)^#\d+ `, json: memory, wrong: "--status lost", unknown: "--project 99",
		},
		"memory add": {
			good: "The+user+likes+jam --tag food", prints: `^#\d+ .*jam`, json: "id content tags status", wrong: "--tag food",
			unknown: "x --thread 99;x --project 99", refused: "x --type nonsense",
		},
		"memory edit": {
			good: "5 --content The+user+likes+cocoa", prints: "cocoa", wrong: "5", unknown: "99 --content x;5 --thread 99",
		},
		"memory rm":      {good: "6", prints: "6", wrong: "6 7", unknown: "99"},
		"memory history": {good: "5", prints: "(?s)added.*#5", json: decisions, wrong: "tea", unknown: "99"},
		"memory answers": {good: "5", json: jsonList, wrong: "5 --limit many", unknown: "99"},
		"memory undo": {
			good: "12", prints: `\S`, json: "id action memory_id", wrong: "", unknown: "9999", jsonGood: "11",
		},
		"memory erase":     {good: "7", prints: "7", wrong: "", unknown: "99"},
		"memory pin":       {good: "5", prints: "5", wrong: "", unknown: "99"},
		"memory unpin":     {good: "5", prints: "5", wrong: "", unknown: "99"},
		"memory restore":   {good: "6", prints: "6", wrong: "", unknown: "99"},
		"memory decisions": {prints: "added", json: decisions, wrong: "x", unknown: emptyList},
		"memory base show": {prints: "nurse", json: "content", wrong: "x"},
		"memory base edit": {good: "I+am+a+nurse.", prints: "nurse", json: "content", wrong: "--clear x"},
		"memory base undo": {
			before: func(f *commandTable) { f.runOrFail("memory", "base", "edit", "I am a nurse in Graz.") },
			prints: "^I am a nurse", json: "content", wrong: "x",
		},
		"memory base distil": {prints: `\S`, json: "content", wrong: "x"},
		"memory base history": {
			prints: "by user", json: jsonList + "id content", wrong: "--limit many",
		},

		"inbox list":      {prints: `(?m)^#1 `, json: memory, wrong: "x"},
		"inbox accept":    {good: "1", prints: "Accepted: #1", wrong: "", unknown: "99", refused: "5"},
		"inbox keep-both": {good: "2", prints: "Both kept: #2", wrong: "tea", unknown: "99", refused: "5"},
		"inbox reject":    {good: "3", prints: "Rejected: #3", wrong: "", unknown: "99", refused: "5"},

		"search": {
			good: "tea", prints: "tea", json: "query mode memories took_ms", wrong: "tea --top-k many",
			unknown: "tea --thread 99",
		},
		"find": {good: "tea", prints: "tea", json: "chats messages memories", wrong: ""},
		"learn": {
			good: "I+moved+to+Rome+and+I+am+allergic+to+milk", json: jsonList, wrong: "--file a.txt text",
			unknown: "--thread 99 text;--file nowhere.txt",
		},

		"profiles list":   {prints: `(?m)^1  `, json: jsonList + "id name external_id", wrong: "x"},
		"profiles add":    {good: "Cleo", prints: "Cleo", json: "id name external_id", wrong: ""},
		"profiles rename": {good: "2 Anna", prints: "Renamed: profile 2", wrong: "2", unknown: "99 Anna"},
		"profiles rm":     {good: "3", prints: "Deleted: profile 3", wrong: "x", unknown: "99", refused: "1"},

		"context list":   {prints: `(?m)^1  a\.txt`, json: jsonList + file, wrong: "x"},
		"context add":    {good: "c.txt", prints: `c\.txt`, json: jsonList + file, wrong: "", unknown: "nowhere.txt"},
		"context attach": {good: "1 1", prints: "1", wrong: "1", unknown: "99 1;1 99"},
		"context detach": {good: "1 1", prints: "1", wrong: "1 1 1", unknown: "1 99"},
		"context rm":     {good: "2", prints: "2", wrong: "", unknown: "99"},

		"embed":   {good: "tea", prints: `^\[-?0\.`, json: jsonList, wrong: ""},
		"reembed": {good: "--dry-run", prints: `\d`, json: "memories contexts messages", wrong: "now"},
		"models":  {prints: "test/small", json: jsonList + "id provider", wrong: "x", unknown: "sees nobody/model yes"},
		"key set": {
			good: "test", stdin: "sk-secret-1234\n", prints: "The key for test is stored", wrong: "", unknown: "nobody",
		},
		"config": {
			good: "get retrieval.top_k", prints: "retrieval.top_k", json: "retrieval.top_k", wrong: "set retrieval.top_k",
			unknown: "get no.such", refused: "set retrieval.top_k many",
		},

		"check": {prints: "No problems found", json: "ok problems repaired notes", wrong: "x", refused: "--repair"},
		"backup": {
			good: "--out safe.db", prints: "safe", json: "path bytes", wrong: "x", refusedAfter: "--out safe.db",
			jsonGood: "--out other.db",
		},
		"restore": {wrong: "", refused: "safe.db", elsewhere: "testdata/script/backup.txtar"},

		"bench list":  {prints: "retrieval", wrong: "x", needsNoFolder: true},
		"bench embed": {wrong: "x", elsewhere: "../scripts/bench.sh", json: "-", needsNoFolder: true},
		"bench retrieval": {
			wrong: "--data nowhere", elsewhere: "testdata/script/bench_retrieval.txtar", json: "-", needsNoFolder: true,
		},
		"bench search": {
			wrong: "--memories many", elsewhere: "testdata/script/bench_search.txtar", json: "-", needsNoFolder: true,
		},
		"bench dedup": {
			wrong: "--data nowhere", elsewhere: "../docs/benchmarks.md", json: "-", needsNoFolder: true,
		},
		"bench exchanges": {wrong: "--count many", elsewhere: "../docs/benchmarks.md", json: "-", needsNoFolder: true},
		"bench proxy": {
			wrong: "--calls 0", elsewhere: "testdata/script/bench_proxy.txtar", json: "-", needsNoFolder: true,
		},

		"folder status": {prints: "up to date", json: "path", wrong: "x"},
		"folder forget": {
			before: (*commandTable).addMemoriesAndDeleteFactFiles, prints: "up to date", json: "path", wrong: "x",
			refused: "--json",
		},
		"folder restore": {
			before: (*commandTable).addMemoriesAndDeleteFactFiles, prints: "up to date", json: "path", wrong: "x",
			refused: "--json",
		},

		"export": {
			good: "--memories -o out.md", prints: "", wrong: "--format odt", unknown: "--chat 99;--project 99",
			refusedAfter: "--memories -o out.md",
		},
		"import": {
			before: func(f *commandTable) { f.runOrFail("export", "--all", "--format", "json", "-o", "all.json", "--force") },
			good:   "all.json", prints: "Imported from Memoir", json: "program", wrong: "--stop-learning all.json",
			unknown: "nowhere.json", refused: "a.txt",
		},
		"completion": {good: "bash", prints: "complete", wrong: "tcsh", needsNoFolder: true},
	}
}
