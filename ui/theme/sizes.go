package theme

// Distances in pixels at scale 1; they do not grow with the text zoom.
const (
	Space2  float32 = 2
	Space4  float32 = 4
	Space6  float32 = 6
	Space8  float32 = 8
	Space10 float32 = 10
	Space12 float32 = 12
	Space16 float32 = 16
	Space20 float32 = 20
	Space24 float32 = 24
	Space28 float32 = 28
)

// Corner radii in pixels.
const (
	RadiusInline  float32 = 5  // inline code, the tail corner of a user message
	RadiusRow     float32 = 7  // rows, tags
	RadiusControl float32 = 8  // buttons, fields
	RadiusCard    float32 = 10 // cards, code, tables, toasts
	RadiusGroup   float32 = 12 // groups of settings
	RadiusBubble  float32 = 16 // composer, user message, dialog
)

// Sizes of the layout in pixels.
const (
	SidebarWidth         float32 = 256
	PanelWidth           float32 = 348
	HeaderHeight         float32 = 56
	ColumnWidth          float32 = 700 // maximum width of the message column
	ColumnMargin         float32 = 24
	MessageGap           float32 = 18
	BlockGap             float32 = 12
	BubbleTextWidth      float32 = 490
	SettingsWidth        float32 = 860
	FirstRunWidth        float32 = 560
	MinWindowWidth       float32 = 720
	MinWindowHeight      float32 = 520
	SidebarCollapseWidth float32 = 1000 // window width below which the sidebar is hidden
	PanelFloatWidth      float32 = 1180 // window width below which the panel floats over the chat
	IconButtonSize       float32 = 28
	RowHeight            float32 = 32
	Hairline             float32 = 1
)
