// Package encoder runs the embedded model bge-small-en-v1.5 in pure Go and Go assembly: a text
// becomes a unit vector of 384 values without a server, a download or a C library.
//
// The network is BERT with 12 layers; the vector is the first token's after the last layer,
// normalised. Weights are 8-bit integers, symmetric per output channel, as published. Activations
// are quantised to 8 bits per row, which is closer to the 32-bit result than one scale per tensor.
// Attention, softmax, GELU and LayerNorm are 32-bit floats.
//
// One set of kernels is chosen at run time for the processor (see AvailableKernelNames). A text
// gives bitwise the same vector alone, in any batch and with any number of workers. All kernels
// perform the same operations in the same order, so vectors of different kernels are equal too,
// except for a different rounding in about one of 2²⁸ operations.
//
// Texts of a batch are stored one after another without padding. A batch is split into parts that
// run in parallel, one goroutine each; a single text is shared by several goroutines inside each
// layer. At most Config.Workers goroutines compute at any time, over all calls of an Embedder.
// Queries take priority over passages: a running passage yields its slot between two layers.
package encoder
