// The mock.
