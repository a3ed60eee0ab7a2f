// Package pictureio brings pictures into the window and out of it: Fetch loads one from the web
// without telling who asks, ReadPictureFromX11Clipboard reads the clipboard of the desktop, Save
// writes one into the folder for downloads, and a Converter opens formats that Memoir cannot decode
// with a program of the desktop. What a person should know is an Error.
package pictureio

// Error says why a picture cannot be had or saved, as a sentence for people.
type Error string

func (e Error) Error() string { return string(e) }
