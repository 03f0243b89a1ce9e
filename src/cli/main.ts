#!/usr/bin/env node
import module from 'node:module'
import { takeStdout } from './stdout.ts'

const stdout = takeStdout()
// Node 22.8 and later can keep compiled code between starts. That works for modules that are loaded after this line.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()

const { run } = await import('./run.ts')
process.exitCode = await run({ argv: process.argv.slice(2), env: process.env, stdout, stderr: process.stderr })
