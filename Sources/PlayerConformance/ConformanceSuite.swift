// The suite lives here.
