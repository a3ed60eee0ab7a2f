// Package encoder runs the embedded model bge-small-en-v1.5 in pure Go and Go assembly: a text becomes a unit vector of
// 384 values without a server, a download or a C library.
//
// The network is BERT with 12 layers; the vector is the first token's after the last layer, normalised. Weights are
// 8-bit integers, symmetric per output channel, as published. Activations are quantised to 8 bits per row, which is
// closer to the 32-bit result than one scale per tensor. Attention, softmax, GELU and LayerNorm are 32-bit floats.
//
// One set of kernels is chosen at run time by the processor (see Kernels). A text gives bitwise the same vector alone,
// in any batch and with any number of workers. All kernels do the same operations in the same order, so that vectors of
// different kernels are equal too but for a rounding in some 2²⁸ operations.
//
// Texts of a batch lie one after another without padding. A batch is cut into parts that run side by side, one
// goroutine each; a single text is shared by several goroutines inside each layer. At most Config.Workers goroutines
// compute at any time, over all calls of an Embedder, and queries go before passages: a running passage gives its place
// up between two layers.
package encoder
