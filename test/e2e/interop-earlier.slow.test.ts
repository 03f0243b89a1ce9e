import { proveInterop } from './interop.ts'

proveInterop(['sdk 1.12.1', 'sdk 1.20.2', 'sdk 1.25.2'])
