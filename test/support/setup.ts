/** Runs before each test file. A hook that a shared module asked for would run after the first file of a worker alone. */
import { afterAll, expect } from 'vitest'
import { cleanUp } from './after-file.ts'
import './seed.ts'

afterAll(cleanUp)

// Files are compared in one step, not byte by byte.
expect.addEqualityTesters([
  (one, other) => (Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : undefined),
])
