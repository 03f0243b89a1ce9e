import { proveInterop } from './interop.ts'

// Those of earlier years have the slow suite.
proveInterop(['sdk 1, newest', 'sdk 2, older era', 'sdk 2, newer era'])
