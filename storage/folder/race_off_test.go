//go:build !race

package folder

// checkoutScale divides the number of files of the checkout.
const checkoutScale = 1
