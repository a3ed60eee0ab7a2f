package app

import (
	"context"

	"memoir/memory"
	"memoir/memory/engine"
)

// ListDeadJobs lists the background jobs that failed too often and are not tried again, oldest
// first.
func ListDeadJobs(ctx context.Context, s *engine.Session) ([]memory.Job, error) {
	jobs, err := s.ListUnfinishedJobs(ctx)
	var dead []memory.Job
	for _, j := range jobs {
		if j.State == memory.JobDead {
			dead = append(dead, j)
		}
	}
	return dead, err
}

// RequeueDeadJobs queues dead jobs again, shows the error, if any, and calls then.
func (e *Env) RequeueDeadJobs(jobs []memory.Job, then func()) {
	RunInBackgroundInOrder(e.Tasks, func(ctx context.Context) (struct{}, error) {
		for _, j := range jobs {
			if err := e.Session.RequeueDeadJob(ctx, j.ID); err != nil {
				return struct{}{}, err
			}
		}
		return struct{}{}, nil
	}, func(_ struct{}, err error) {
		e.ShowErrorToast(err)
		then()
	})
}
