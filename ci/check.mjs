import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { runProgram } from './processes.mjs'
import { placesOf } from './program.mjs'

const PROJECT = 'translation-mcp.json'
const REPORT = 'gl-code-quality-report.json'

/** Tells whether all translations are in step, beside the files where the platform can show that. It needs no secret and no network. */
export async function check(settings, platform) {
  const cwd = resolve(platform.root, settings.folder)
  const args = [...(settings.reviewed ? ['--require-reviewed'] : []), ...placesOf(settings)]
  const format = platform.format === 'github' ? ['--format', 'github'] : []
  const { status } = await runProgram(['check', ...format, ...args], { cwd })
  if (platform.format === 'gitlab') await writeReport(platform.root, cwd, settings, args)
  return typeof status === 'number' ? status : 1
}

/** Writes the findings as a report on code quality, which GitLab shows in a merge request. */
async function writeReport(root, cwd, { paths }, args) {
  const { stdout } = await runProgram(['check', '--json', ...args], { cwd, captured: true })
  const { findings } = stdout.startsWith('{') ? JSON.parse(stdout) : { findings: [] }
  const project = relative(root, projectOf(resolve(cwd, paths[0] ?? '.'), resolve(root)))
  const issues = findings.map(({ path, key, state, why }) => ({
    description: key === undefined ? why : `${key} ${why}`,
    check_name: `translation-mcp/${state}`,
    fingerprint: createHash('sha256')
      .update([project, path, key ?? '', state].join('\0'))
      .digest('hex')
      .slice(0, 32),
    severity: 'major',
    location: { path: join(project, path).split(sep).join('/'), lines: { begin: 1 } },
  }))
  await writeFile(join(root, REPORT), `${JSON.stringify(issues, null, 2)}\n`)
}

/** The folder of the project that a place belongs to: the paths of findings begin there. */
function projectOf(place, root) {
  for (let at = place; ; at = dirname(at)) {
    if (existsSync(join(at, PROJECT))) return at
    if (at === root || dirname(at) === at) return root
  }
}
