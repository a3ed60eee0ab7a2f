package llm

import (
	"testing"

	"memoir/memory"
)

func TestSightFromModelName(t *testing.T) {
	for want, names := range map[memory.Sight][]string{
		memory.SightYes: {
			"gpt-4o", "gpt-4o-mini", "chatgpt-4o-latest", "gpt-4.1-nano", "gpt-4-turbo", "gpt-5", "gpt-5-mini", "o1", "o3",
			"o4-mini", "openai/gpt-4o", "claude-3-haiku-20240307", "claude-sonnet-4-20250514", "anthropic/claude-opus-4.1",
			"gemini-1.5-flash", "gemini-2.5-pro", "google/gemini-2.0-flash-001", "gemma3:4b", "gemma-3-27b-it", "llama4:scout",
			"llama3.2-vision:11b", "llama-3.2-90b-vision-instruct", "llava", "llava:13b", "llava-llama3", "bakllava:7b",
			"moondream:1.8b", "minicpm-v:8b", "qwen2.5vl:7b", "qwen2.5-vl-72b-instruct", "Qwen/Qwen3-VL-8B", "pixtral-12b",
			"mistral-small3.2:24b", "mistral-small-latest", "mistral-medium-latest", "granite3.2-vision:2b", "phi-3.5-vision",
			"phi-4-multimodal-instruct", "grok-4", "glm-4.5v", "SmolVLM2-500M", "internvl3-8b",
		},
		memory.SightNo: {
			"gpt-3.5-turbo", "gpt-4", "gpt-4-0613", "gpt-oss:20b", "o1-mini", "o3-mini", "claude-2.1", "claude-instant-1",
			"llama3:8b", "llama3.1", "llama-3.3-70b-versatile", "meta-llama/Llama-3.1-8B-Instruct", "llama2", "codellama:7b",
			"gemma2:9b", "gemma:2b", "gemma-2-9b-it", "gemma3:1b", "mistral:7b", "mistral", "mistral-nemo", "mixtral-8x7b",
			"codestral-latest", "qwen2.5:7b", "qwen3:8b", "qwen2.5-coder:7b", "qwen3-coder:30b", "qwq:32b", "deepseek-r1:14b",
			"deepseek-chat", "phi3:mini", "phi4", "smollm2-135m-instruct", "SmolLM2-360M", "command-r-plus", "granite3.3:8b",
		},
		memory.SightUnknown: {
			"demo", "my-model", "qwen3.5:9b", "mistral-large-latest", "gemini-pro", "gemma3n:e4b", "gemma4:12b", "kimi-k2",
			"nova-lite", "devstral", "local-model", "",
		},
	} {
		for _, name := range names {
			if got := guessTakesPicturesFromModelName(name); got != want {
				t.Errorf("%q: %q, want %q", name, got, want)
			}
		}
	}
}
