// Package model embeds the files of the encoder model: weights and vocabulary of bge-small-en-v1.5.
// llm/encoder reads them, tools/modelasset makes them; README.md lists their sources and licences.
package model

import _ "embed"

// BGESmall is bge-small-en-v1.5 with 8-bit weights, in the format of memoir/llm/encoder/asset. Its
// bytes must not be changed.
//
//go:embed bge-small-en-v1.5.bin
var BGESmall []byte
