/** The suite imports `globSync`, which Node 20 lacks, for a part of it that is not used here: it gets one that finds nothing. */
import fs from 'node:fs'
import { register } from 'node:module'

const FS = "export * from 'node:fs'; export const globSync = () => []"
const HOOKS = `
  const fs = ${JSON.stringify(dataOf(FS))}
  export const resolve = (name, context, next) =>
    name === 'fs' && context.parentURL?.includes('/conformance/dist/') ? { url: fs, shortCircuit: true } : next(name, context)`

if (fs.globSync === undefined) register(dataOf(HOOKS))

function dataOf(code) {
  return `data:text/javascript,${encodeURIComponent(code)}`
}
