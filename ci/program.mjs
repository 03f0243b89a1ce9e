// What the program is asked for during a job, in the folder of the project.
import { resolve } from 'node:path'
import { runProgram } from './processes.mjs'
import { Refusal } from './refusal.mjs'

/** How many texts are to be translated, how many have no source, and what there is of each translation. Reads files alone. */
export async function planIn(job, tree) {
  const { files } = (await asked(job, tree, ['sync', '--dry-run', '--json'])) ?? { files: [] }
  const sum = count => files.reduce((total, file) => total + count(file), 0)
  return { asked: sum(({ to_translate }) => to_translate), orphans: sum(({ states }) => states.orphan ?? 0), files }
}

/** All that is not in step. Reads files alone. */
export async function findingsIn(job, tree) {
  return (await asked(job, tree, ['check', '--json']))?.findings ?? []
}

/**
 * Translates what is not in step.
 *
 * @returns the exit status, and what went wrong: a file that cannot be worked with or written, an engine that is away, a cap
 */
export async function translateIn(job, tree) {
  const args = ['sync', '--yes', '--json', ...(job.prune ? ['--prune'] : []), ...placesOf(job)]
  const { status, stdout } = await runProgram(args, { cwd: resolve(tree.folder, job.folder), captured: true })
  if (typeof status !== 'number') throw new Refusal(`translation-mcp sync was ${status}.`)
  const { files, problems, batches } = readJson(stdout) ?? { files: [], problems: [], batches: [] }
  for (const { path, written } of files) if (written > 0) process.stdout.write(`  ${path}: ${written} written\n`)
  const failed = (each, path) => (each.error === null ? [] : [{ path, words: each.error }])
  const failures = [
    ...files.flatMap(file => failed(file, file.path)),
    ...problems,
    ...batches.flatMap(batch => failed(batch, batch.file)),
  ]
  return { status, failures }
}

/** What a command says as JSON; undefined where it cannot be run. */
async function asked(job, tree, order) {
  const cwd = resolve(tree.folder, job.folder)
  return readJson((await runProgram([...order, ...placesOf(job)], { cwd, captured: true, quiet: true })).stdout)
}

function readJson(stdout) {
  return stdout.startsWith('{') ? JSON.parse(stdout) : undefined
}

/** The part of the project that the job is about, as arguments. */
export function placesOf({ languages, paths }) {
  return [...(languages.length > 0 ? ['--to', languages.join(',')] : []), '--', ...paths]
}
