package llm

import (
	"regexp"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang/lazyregexp"
)

// guessTakesPicturesFromModelName says by its name whether a model takes pictures, as far as the
// vendors document it (state of November 2026). Names that say nothing are unknown: a wrong "yes"
// would send a picture to a model that refuses it.
func guessTakesPicturesFromModelName(name string) memory.Sight {
	base := strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	for _, w := range splitModelNameWords(base) {
		if slices.Contains(nameWordsOfPictureModels(), w) || endsInVL.MatchString(w) {
			return memory.SightYes
		}
	}
	for _, rule := range takesPicturesRulesByModelName() {
		if rule.pattern.MatchString(base) {
			return rule.sight
		}
	}
	return memory.SightUnknown
}

// endsInVL matches a version of a language model that also sees: qwen2.5vl is split at its dot.
var endsInVL = lazyregexp.New(`^(qwen)?\d+vl$`)

// nameWordsOfPictureModels are parts of names that only models for pictures have.
func nameWordsOfPictureModels() []string {
	return []string{
		"vision", "vl", "vlm", "multimodal", "omni", "llava", "bakllava", "moondream", "moondream2", "minicpm", "pixtral",
		"internvl", "internvl2", "internvl3", "smolvlm", "smolvlm2", "molmo", "paligemma", "cogvlm", "idefics", "qvq",
	}
}

type sightRule struct {
	pattern *regexp.Regexp
	sight   memory.Sight
}

// takesPicturesRulesByModelName are tried in order; the first that matches counts.
func takesPicturesRulesByModelName() []sightRule {
	var out []sightRule
	for _, r := range []struct{ pattern, sight string }{
		// OpenAI: GPT-4o, 4.1, 4 Turbo, 4.5, 5 and the o-series see, its early small ones and the
		// open ones do not.
		{`^gpt-oss|^gpt-3|^gpt-4(-\d{4}|-32k.*)?$|^o1-(mini|preview)|^o3-mini`, "no"},
		{`^(chat)?gpt-(4o|4\.1|4\.5|4-turbo|4-vision|5)|^o[134](-|$)`, "yes"},
		// Anthropic: Claude 3 and later.
		{`^claude-(2|instant)`, "no"},
		{`^claude-(3|[4-9]|opus|sonnet|haiku)`, "yes"},
		// Google: Gemini from 1.5 on; Gemma 3 but for its two smallest, Gemma 1 and 2 not.
		{`^gemini-(1\.5|[2-9])|^gemini-(flash|pro)-latest`, "yes"},
		{`^(code)?gemma(-?[12])?([-:](\d+b|instruct|it|latest)|$)|^gemma-?3[-:](270m|1b)`, "no"},
		{`^gemma-?3[-:](4|12|27)b`, "yes"},
		// Meta: Llama 4; up to 3 only those with vision in the name.
		{`^llama-?4`, "yes"},
		{`^(meta-)?llama-?[23]|^codellama|^tinyllama`, "no"},
		// Mistral: from Small 3.1 and Medium 3 on; the older small ones, Nemo and those for code
		// not.
		{`^mistral-small-?(3\.[1-9]|latest|2503|2506)|^mistral-medium-?(3|latest|25)`, "yes"},
		{`^(open-)?mi[sx]tral[-:]?(7b|8x|nemo|tiny)|^mistral$|^codestral|^mathstral`, "no"},
		// Qwen up to 3, DeepSeek's language models, Phi, and others that only write. Those that see
		// have vl in the name.
		{`^(qwen-?(1\.5|2|2\.5|3)?|qwq|qwen[23]?(\.5)?-coder)([-:]|$)`, "no"},
		{`^deepseek-(r1|v2|v3|chat|reasoner|coder|llm)`, "no"},
		{`^phi-?[1-4](\.5)?([-:]|$)|^smollm|^olmo-?[12]?([-:]|$)|^falcon|^starcoder|^command-r|^granite-?(code|3|4)`, "no"},
		// xAI and Zhipu.
		{`^grok-4`, "yes"},
		{`^glm-4(\.\d)?v`, "yes"},
	} {
		sight := memory.SightYes
		if r.sight == "no" {
			sight = memory.SightNo
		}
		out = append(out, sightRule{regexp.MustCompile(r.pattern), sight})
	}
	return out
}
