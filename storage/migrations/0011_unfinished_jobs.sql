-- Jobs that are done stay, so that none is queued twice; what is not done is found without reading them.
CREATE INDEX jobs_unfinished ON jobs(profile_id, id) WHERE state <> 'done';
