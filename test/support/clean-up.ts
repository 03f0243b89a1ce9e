/** Runs once a test file: a module that the files of a worker share would ask for its hook in the first of them alone. */
import { afterAll } from 'vitest'
import { cleanUp } from './after-file.ts'

afterAll(cleanUp)
