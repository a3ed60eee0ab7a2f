// Package health is the page about the state of the memory: how much there is, the quality of
// learning and search, what is queued, the tokens spent per day and their limit, and whether search
// is ready.
package health
