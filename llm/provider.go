package llm

import (
	"cmp"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"memoir/memory"
	"memoir/memory/lang/lazyregexp"
)

// Locations of a provider's key in models.yaml. KeyEnv is followed by the name of a variable.
const (
	KeyKeychain = "keychain" // the system's keychain, or the file where there is none
	KeyFile     = "file"     // keys.json in the data folder
	KeyEnv      = "env:"     // an environment variable, never stored
)

// Provider is an entry of models.yaml.
type Provider struct {
	Name    string // first part of provider/model; a preset's name sets the rest
	Title   string // display name; empty for that of the preset, or Name
	BaseURL string // as pasted; with or without /v1, /chat/completions, trailing slash
	// KeyKeychain, KeyFile or KeyEnv with a name. Empty: keychain for cloud services, none for local
	// servers.
	Key    string
	Models []ConfigModel // overrides for single models
}

// ConfigModel is what models.yaml sets for one model. Zero values set nothing.
type ConfigModel struct {
	ID      string
	Size    float64 // billions of parameters, or a rank among the provider's models
	Context int     // tokens
	Sees    memory.Sight
	// Prices in US dollars per million tokens.
	InputPrice, OutputPrice float64
}

// Names of presets.
const (
	presetOllama    = "ollama"
	presetLMStudio  = "lmstudio"
	presetLlamaCpp  = "llamacpp"
	presetJan       = "jan"
	presetAnthropic = "anthropic"
	presetGoogle    = "google"
)

// Preset is a provider that users choose by name.
type Preset struct {
	Name    string
	Title   string
	BaseURL string
	Local   bool
}

// ProviderPresets returns the known servers and services, local servers first. The addresses come
// from the vendors' documentation of their OpenAI-compatible endpoints.
func ProviderPresets() []Preset {
	return []Preset{
		{presetOllama, "Ollama", "http://127.0.0.1:11434/v1", true},
		{presetLMStudio, "LM Studio", "http://127.0.0.1:1234/v1", true},
		{presetLlamaCpp, "llama.cpp", "http://127.0.0.1:8080/v1", true},
		{presetJan, "Jan", "http://127.0.0.1:1337/v1", true},
		{"openai", "OpenAI", "https://api.openai.com/v1", false},
		{"openrouter", "OpenRouter", "https://openrouter.ai/api/v1", false},
		{presetAnthropic, "Anthropic", "https://api.anthropic.com/v1", false},
		{"mistral", "Mistral", "https://api.mistral.ai/v1", false},
		{"groq", "Groq", "https://api.groq.com/openai/v1", false},
		{presetGoogle, "Google", "https://generativelanguage.googleapis.com/v1beta/openai", false},
	}
}

// LocalServerPresets returns the servers that may run on this computer.
func LocalServerPresets() []Provider {
	var out []Provider
	for _, p := range ProviderPresets() {
		if p.Local {
			out = append(out, Provider{Name: p.Name, BaseURL: p.BaseURL})
		}
	}
	return out
}

// ParseLocalServers parses the servers to look for in place of LocalServerPresets: name=address
// pairs with commas between them, or "none". For an empty text it returns nil. Errors are
// *memory.FieldError.
func ParseLocalServers(text string) ([]Provider, error) {
	if text == "" {
		return nil, nil
	}
	out := []Provider{}
	if text == "none" {
		return out, nil
	}
	for _, pair := range strings.Split(text, ",") {
		name, address, _ := strings.Cut(pair, "=")
		p := Provider{Name: strings.TrimSpace(name), BaseURL: address}
		if err := p.fillPresetNormalizeAndValidate(); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func findPreset(name string) (Preset, bool) {
	for _, p := range ProviderPresets() {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

var (
	namePattern    = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)
	envNamePattern = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// maxTitleRunes is the longest display name that fits into the header of the window.
const maxTitleRunes = 40

// fillPresetNormalizeAndValidate fills in the preset's values and validates the provider. Errors
// are
// *memory.FieldError and never contain a key.
func (p *Provider) fillPresetNormalizeAndValidate() error {
	if !namePattern.MatchString(p.Name) {
		return &memory.FieldError{Field: "name", Problem: "a provider's name can contain only letters, digits, dots, " +
			"hyphens and underscores, and must begin with a letter or digit"}
	}
	p.Title = strings.Join(strings.Fields(p.Title), " ")
	if preset, ok := findPreset(p.Name); ok {
		p.BaseURL = cmp.Or(p.BaseURL, preset.BaseURL)
		if p.Title == preset.Title {
			p.Title = ""
		}
	}
	if utf8.RuneCountInString(p.Title) > maxTitleRunes {
		return &memory.FieldError{
			Field: "title", Problem: fmt.Sprintf("a provider's title can have at most %d characters", maxTitleRunes),
		}
	}
	base, err := NormalizeBaseURL(p.BaseURL)
	if err != nil {
		return err
	}
	p.BaseURL = base
	if err := validateKeyLocation(p.Key); err != nil {
		return err
	}
	for _, m := range p.Models {
		if m.ID == "" || m.Size < 0 || m.Context < 0 || m.InputPrice < 0 || m.OutputPrice < 0 {
			return &memory.FieldError{Field: "models", Problem: "each model needs an ID, and its numbers can't be negative"}
		}
	}
	return nil
}

func validateKeyLocation(where string) error {
	name, isEnv := strings.CutPrefix(where, KeyEnv)
	if where == "" || where == KeyKeychain || where == KeyFile || (isEnv && envNamePattern.MatchString(name)) {
		return nil
	}
	return &memory.FieldError{
		Field: "key", Problem: "this must say where the key is kept (keychain, file or env:NAME); never enter the key itself",
	}
}

// NormalizeBaseURL turns a pasted address into the base URL of an OpenAI-compatible server: without
// the path of a single call, query or trailing slash, and with /v1 where no version is named. A
// missing scheme becomes http for addresses in the local network and https for others. Errors are
// *memory.FieldError.
func NormalizeBaseURL(pasted string) (string, error) {
	bad := func(problem string) (string, error) {
		return "", &memory.FieldError{Field: "base_url", Problem: problem}
	}
	s := strings.TrimSpace(pasted)
	if s == "" {
		return bad("the server's address is missing")
	}
	if !strings.Contains(s, "://") {
		host, _, _ := strings.Cut(s, "/")
		if isLocalNetworkHost(hostWithoutPort(host)) {
			s = "http://" + s
		} else {
			s = "https://" + s
		}
	}
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return bad("this isn't a server address; it should look like http://127.0.0.1:11434/v1")
	}
	if u.User != nil {
		return bad("an address can't contain a user name or password; store keys with “memoir key set”")
	}
	path := strings.TrimRight(u.EscapedPath(), "/")
	for _, call := range []string{"/chat/completions", "/completions", "/embeddings", "/models", "/responses"} {
		path = strings.TrimRight(strings.TrimSuffix(path, call), "/")
	}
	if u.Port() == "11434" { // Ollama's native API is beside the compatible one
		if at := strings.Index(path+"/", "/api/"); at >= 0 {
			path = path[:at]
		}
	}
	if !slices.ContainsFunc(strings.Split(path, "/"), versionPattern.MatchString) {
		path += "/v1"
	}
	return strings.ToLower(u.Scheme) + "://" + strings.ToLower(u.Host) + path, nil
}

var versionPattern = lazyregexp.New(`^v[0-9]+[a-z0-9]*$`)

func hostWithoutPort(hostport string) string {
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		return h
	}
	return strings.Trim(hostport, "[]")
}

// isLocalNetworkHost reports whether a host is this computer or in the local network.
func isLocalNetworkHost(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified()
	}
	return !strings.Contains(host, ".") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".lan")
}

// isOnThisComputer reports whether the provider's address is this computer's own.
func (p Provider) isOnThisComputer() bool {
	u, err := url.Parse(p.BaseURL)
	if err != nil {
		return false
	}
	host := strings.TrimSuffix(u.Hostname(), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// presetName returns the preset whose conventions the server follows: by name, else by host and
// port; empty when unknown.
func (p Provider) presetName() string {
	if preset, ok := findPreset(p.Name); ok && (preset.Local == p.isOnThisComputer()) {
		return p.Name
	}
	u, err := url.Parse(p.BaseURL)
	if err != nil {
		return ""
	}
	for _, preset := range ProviderPresets() {
		v, err := url.Parse(preset.BaseURL)
		if err != nil {
			continue
		}
		if (!preset.Local && u.Host == v.Host) || (preset.Local && u.Port() == v.Port()) {
			return preset.Name
		}
	}
	return ""
}

// displayName returns the provider's name as shown to users.
func (p Provider) displayName() string {
	if p.Title != "" {
		return p.Title
	}
	if preset, ok := findPreset(p.Name); ok {
		return preset.Title
	}
	return p.Name
}

// keyLocation returns where the key is looked up: what models.yaml says, else the keychain for
// cloud services and nowhere for local servers.
func (p Provider) keyLocation() string {
	if p.Key == "" && !p.isOnThisComputer() {
		return KeyKeychain
	}
	return p.Key
}

// serverRootURL returns the server's address without the path of the compatible API.
func (p Provider) serverRootURL() string {
	u, err := url.Parse(p.BaseURL)
	if err != nil {
		return p.BaseURL
	}
	return fmt.Sprintf("%s://%s", u.Scheme, u.Host)
}

// providerNameOfModelID and modelNameOfID split a catalog id, provider/model; the model's name may
// contain further slashes.
func providerNameOfModelID(id string) string {
	p, _, _ := strings.Cut(id, "/")
	return p
}

func modelNameOfID(id string) string {
	_, n, _ := strings.Cut(id, "/")
	return n
}
