// What the GitHub Action (action.yml) and the GitLab template (ci/gitlab.yml) run: `node main.mjs check` or `node main.mjs sync`.
// All that they are told comes from the environment; nothing of it is a secret in an argument, a commit or a log.
import { check } from './check.mjs'
import { platformOf } from './platforms.mjs'
import { Refusal } from './refusal.mjs'
import { settingsOf } from './settings.mjs'
import { sync } from './sync.mjs'

const ORDERS = { check, sync }

const { env, argv } = process
const order = argv[2] ?? ''
try {
  if (!Object.hasOwn(ORDERS, order)) throw new Refusal(`"${order}" is neither check nor sync.`, 2)
  process.exitCode = await ORDERS[order](settingsOf(env), platformOf(env))
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.status
}
