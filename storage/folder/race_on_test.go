//go:build race

package folder

// checkoutScale divides the number of files of the checkout: the race detector is ten times slower.
const checkoutScale = 10
