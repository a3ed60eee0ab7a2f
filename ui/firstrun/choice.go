package firstrun

import "memoir/ui/app"

// maxListedModels is how many models of a server are listed.
const maxListedModels = 6

// modelChoice holds the servers found on this computer and the model chosen among them.
type modelChoice struct {
	servers []app.Server
	probed  bool   // a probe has ended
	model   string // provider/model; "" while no server offers one
}

// setServersAndChooseModel takes over the result of a probe. The chosen model is kept while it is
// offered, else the recommended one is chosen.
func (c *modelChoice) setServersAndChooseModel(servers []app.Server) {
	c.servers, c.probed = servers, true
	if _, ok := c.serverOfChosenModel(); !ok {
		c.model = recommendedModelID(servers)
	}
}

// serverOfChosenModel returns the server that offers the chosen model.
func (c *modelChoice) serverOfChosenModel() (app.Server, bool) {
	for _, s := range c.servers {
		for _, m := range s.Models {
			if c.model == providerModelID(s, m) {
				return s, true
			}
		}
	}
	return app.Server{}, false
}

func providerModelID(s app.Server, m app.ServerModel) string { return s.Name + "/" + m.ID }

// recommendedModelID returns the first model that is not too large for this computer, else the first
// one.
func recommendedModelID(servers []app.Server) string {
	first := ""
	for _, s := range servers {
		for _, m := range s.Models {
			if !m.LikelySlow {
				return providerModelID(s, m)
			}
			if first == "" {
				first = providerModelID(s, m)
			}
		}
	}
	return first
}

// limitModelsKeepingRecommended returns the first models of a server; if the recommended one is not
// among them, it takes the place of the last.
func limitModelsKeepingRecommended(s app.Server, recommended string) []app.ServerModel {
	if len(s.Models) <= maxListedModels {
		return s.Models
	}
	for _, m := range s.Models[maxListedModels:] {
		if providerModelID(s, m) == recommended {
			return append(append([]app.ServerModel{}, s.Models[:maxListedModels-1]...), m)
		}
	}
	return s.Models[:maxListedModels]
}
