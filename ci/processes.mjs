import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Refusal } from './refusal.mjs'
import { PREFIX } from './settings.mjs'

/** The program that lies beside these scripts in the package. */
const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url))
/** What could open the platform: no business of the program. */
const TOKENS = ['GITHUB_TOKEN', 'GH_TOKEN', 'CI_JOB_TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN']

/** Runs the program to its end. `captured`: its stdout is given back, else it goes to the log. Its stderr goes there too, unless it is to be `quiet`. */
export async function runProgram(args, { cwd, captured = false, quiet = false }) {
  const env = without(process.env, name => name.startsWith(PREFIX) || TOKENS.includes(name))
  return await run(process.execPath, [PROGRAM, ...args], {
    cwd,
    env,
    stdio: ['ignore', captured ? 'pipe' : 'inherit', quiet ? 'ignore' : 'inherit'],
  })
}

/**
 * A runner of git for one folder. Hooks are switched off: those that a job installed belong to people.
 *
 * @param config settings of git for these calls alone: they may hold a token, so they go by the environment
 */
export function gitIn(cwd, { author, config = [] }) {
  const settings = [['core.hooksPath', '/dev/null'], ...config]
  // The job may have settings of its own in its environment.
  const others = Number(process.env.GIT_CONFIG_COUNT) || 0
  const env = {
    ...without(process.env, name => name.startsWith('TRANSLATION_')),
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: String(others + settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${others + at}`, key],
        [`GIT_CONFIG_VALUE_${others + at}`, value],
      ]),
    ),
    ...(author &&
      Object.fromEntries(
        ['AUTHOR', 'COMMITTER'].flatMap(who => [
          [`GIT_${who}_NAME`, author.name],
          [`GIT_${who}_EMAIL`, author.email],
        ]),
      )),
  }
  /** What git says and how it ends. */
  const tried = (...args) => run('git', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  /** What git says. @throws {Refusal} it fails */
  const git = async (...args) => {
    const { status, stdout, stderr } = await tried(...args)
    if (status !== 0) throw new Refusal(`git ${args[0]} failed: ${stderr.trim() || stdout.trim()}`)
    return stdout.trimEnd()
  }
  return { git, tried }
}

function without(env, isLeftOut) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isLeftOut(name)))
}

function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options)
    const said = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr']) child[name]?.setEncoding('utf8').on('data', text => (said[name] += text))
    child.once('error', error => reject(new Refusal(`${command} cannot be started: ${error.message}`)))
    child.once('close', (code, signal) => resolve({ status: code ?? `ended by ${signal}`, ...said }))
  })
}
