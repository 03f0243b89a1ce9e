/** Runs before each test file. A hook that a shared module asked for would run after the first file of a worker alone. */
import { afterAll } from 'vitest'
import { cleanUp } from './after-file.ts'
import './seed.ts'

afterAll(cleanUp)
