import { normalize } from 'node:path/posix'
import { importedBy } from './imports.ts'
import { sources } from './tree.ts'

/** What opens a database, of the source. */
const STORE = /^src\/service\/(?:store\/|admin\/|service\.ts|data-folder\.ts|seed\.ts)/

/** What starts the built program, which opens a store. */
const STARTS = /^test\/support\/program\.ts$/

/** The slow suites that run on PostgreSQL too: races, several processes, processes that are killed, money, sign-in, segments, files. */
const SLOW: readonly string[] = [
  'test/attacks/consent.slow.test.ts',
  'test/attacks/estimates.slow.test.ts',
  'test/attacks/forms.slow.test.ts',
  'test/attacks/races.slow.test.ts',
  'test/attacks/sessions.slow.test.ts',
  'test/attacks/tokens.slow.test.ts',
  'test/cli/approval-page.slow.test.ts',
  'test/cli/audit.slow.test.ts',
  'test/cli/hosted-workflow.slow.test.ts',
  'test/cli/http-hosted.slow.test.ts',
  'test/cli/members.slow.test.ts',
  'test/cli/memory-import.slow.test.ts',
  'test/cli/memory/reading.slow.test.ts',
  'test/cli/paid-engine.slow.test.ts',
  'test/cli/sync/commands.slow.test.ts',
  'test/cli/workflow.slow.test.ts',
  'test/e2e/oauth.slow.test.ts',
  'test/formats/csv/service.slow.test.ts',
  'test/formats/json/service.slow.test.ts',
  'test/formats/parcel/service.slow.test.ts',
  'test/formats/po/service.slow.test.ts',
  'test/mcp/consent-elsewhere.slow.test.ts',
  'test/mcp/corrections.slow.test.ts',
  'test/mcp/exact-arguments.slow.test.ts',
  'test/mcp/facts-once.slow.test.ts',
  'test/mcp/http-ended.slow.test.ts',
  'test/mcp/http-upload.slow.test.ts',
  'test/mcp/member-limits.slow.test.ts',
  'test/mcp/replacing.slow.test.ts',
  'test/mcp/result-places.slow.test.ts',
  'test/mcp/run-agent.slow.test.ts',
  'test/mcp/run-limits.slow.test.ts',
  'test/mcp/run.slow.test.ts',
  'test/mcp/sample.slow.test.ts',
  'test/mcp/segments/languages.slow.test.ts',
  'test/mcp/segments/work-file.slow.test.ts',
  'test/mcp/several-approved.slow.test.ts',
  'test/mcp/several-created.slow.test.ts',
  'test/mcp/several-results.slow.test.ts',
  'test/mcp/several/run.slow.test.ts',
  'test/mcp/source-folders.slow.test.ts',
  'test/mcp/source-kept.slow.test.ts',
  'test/mcp/sync/learning.slow.test.ts',
  'test/mcp/sync/stranger.slow.test.ts',
  'test/mcp/sync/workflow.slow.test.ts',
  'test/mcp/translate-segments.slow.test.ts',
  'test/service/batch-languages.slow.test.ts',
  'test/service/batch-plans.slow.test.ts',
  'test/service/checks-of-a-file.slow.test.ts',
  'test/service/closing.slow.test.ts',
  'test/service/engine-faults.slow.test.ts',
  'test/service/http/fields.slow.test.ts',
  'test/service/kill-engine.slow.test.ts',
  'test/service/kill-sample.slow.test.ts',
  'test/service/kill.slow.test.ts',
  'test/service/limits.slow.test.ts',
  'test/service/memory-projects.slow.test.ts',
  'test/service/memory.slow.test.ts',
  'test/service/metering.slow.test.ts',
  'test/service/model/workspace.slow.test.ts',
  'test/service/oauth/documents.slow.test.ts',
  'test/service/oauth/https.slow.test.ts',
  'test/service/plan-by-format.slow.test.ts',
  'test/service/plan-counts.slow.test.ts',
  'test/service/processes.slow.test.ts',
  'test/service/project-glossaries.slow.test.ts',
  'test/service/quality.slow.test.ts',
  'test/service/racing.slow.test.ts',
  'test/service/rates.slow.test.ts',
  'test/service/sample.slow.test.ts',
  'test/service/segments/answers.slow.test.ts',
  'test/service/segments/files.slow.test.ts',
  'test/service/segments/finished-lines.slow.test.ts',
  'test/service/segments/kill-corrections.slow.test.ts',
  'test/service/segments/kill.slow.test.ts',
  'test/service/segments/rounds.slow.test.ts',
  'test/service/segments/workers.slow.test.ts',
  'test/service/whole-texts.slow.test.ts',
  'test/service/worker.slow.test.ts',
  'test/service/worker/breaking.slow.test.ts',
  'test/service/worker/outage.slow.test.ts',
  'test/service/worker/runner.slow.test.ts',
]

/** The other slow suites that touch the store, or start the program, by the reason why they stay on SQLite. */
const SLOW_ON_SQLITE: Readonly<Record<string, readonly string[]>> = {
  'by hand, for hours; its slow sister runs on PostgreSQL': [
    'test/service/kill-engine.soak.test.ts',
    'test/service/kill.soak.test.ts',
    'test/service/model/workspace.soak.test.ts',
    'test/service/segments/kill.soak.test.ts',
  ],
  'is about a file of SQLite, its locks, its disk, or SQL of SQLite that fills or watches it': [
    'test/cli/backup-restore.slow.test.ts',
    'test/cli/backup.slow.test.ts',
    'test/e2e/memory-exchange.slow.test.ts',
    'test/service/folders/earlier-folders.slow.test.ts',
    'test/service/large-work.slow.test.ts',
    'test/service/obstacles.slow.test.ts',
    'test/service/reading-on.slow.test.ts',
    'test/service/retention.slow.test.ts',
  ],
  'is about what goes over the wire or into a file; what it stores, quick suites store too': [
    'test/attacks/fetched-addresses.slow.test.ts',
    'test/attacks/files.slow.test.ts',
    'test/attacks/input.slow.test.ts',
    'test/auth/sessions.slow.test.ts',
    'test/cli/exchange.slow.test.ts',
    'test/e2e/exact.slow.test.ts',
    'test/e2e/fuzz.slow.test.ts',
    'test/e2e/fuzz.soak.test.ts',
    'test/faults/outage.slow.test.ts',
    'test/faults/table.slow.test.ts',
    'test/formats/csv/memory.slow.test.ts',
    'test/formats/csv/memory.soak.test.ts',
    'test/formats/documents/hostile.slow.test.ts',
    'test/formats/pdf/same-pages.slow.test.ts',
    'test/mcp/bad-input-fuzz.slow.test.ts',
    'test/mcp/bad-input-rows.slow.test.ts',
    'test/mcp/consent-table.slow.test.ts',
    'test/mcp/judged.slow.test.ts',
    'test/mcp/parcel.slow.test.ts',
    'test/mcp/pdf-pages.slow.test.ts',
    'test/mcp/segments/any-answers.slow.test.ts',
    'test/mcp/segments/hostile.slow.test.ts',
    'test/service/errors-page.slow.test.ts',
    'test/service/files/bucket-workflow.slow.test.ts',
    'test/service/files/bucket.slow.test.ts',
    'test/service/result-page.slow.test.ts',
    'test/service/openapi-client.slow.test.ts',
    'test/service/segments/finished.slow.test.ts',
    'test/stranger/job.slow.test.ts',
    'test/verify/command.slow.test.ts',
    'test/verify/verify.slow.test.ts',
  ],
  'has a PostgreSQL server of its own': [
    'test/e2e/under-load.soak.test.ts',
    'test/service/worker/boss.process.test.ts',
    'test/service/workers.soak.test.ts',
  ],
  'is about clients or browsers; what they have stored, the suites of sign-in store too': [
    'test/conformance/conformance.slow.test.ts',
    'test/e2e/interop-earlier.slow.test.ts',
    'test/e2e/interop.slow.test.ts',
    'test/e2e/pages.slow.test.ts',
    'test/e2e/step-up.slow.test.ts',
    'test/e2e/upload-page.slow.test.ts',
    'test/mcp/assistant-tokens.slow.test.ts',
    'test/service/oauth/chromium.slow.test.ts',
  ],
  'is about the program around the store: its command line, processes, environment or package': [
    'test/attacks/connections.slow.test.ts',
    'test/attacks/members.slow.test.ts',
    'test/attacks/metering.slow.test.ts',
    'test/attacks/other-users.slow.test.ts',
    'test/attacks/settings.slow.test.ts',
    'test/ci/branch.slow.test.ts',
    'test/ci/check.slow.test.ts',
    'test/ci/credentials.slow.test.ts',
    'test/ci/ends.slow.test.ts',
    'test/ci/secrets.slow.test.ts',
    'test/ci/sync.slow.test.ts',
    'test/cli/engine-keys.slow.test.ts',
    'test/cli/engines/terminal.slow.test.ts',
    'test/cli/files-apart.slow.test.ts',
    'test/cli/folders.slow.test.ts',
    'test/cli/held.slow.test.ts',
    'test/cli/issuer.slow.test.ts',
    'test/cli/login-device.slow.test.ts',
    'test/cli/login-service.slow.test.ts',
    'test/cli/login.slow.test.ts',
    'test/cli/service.slow.test.ts',
    'test/cli/completions.process.test.ts',
    'test/cli/demo/demo.slow.test.ts',
    'test/cli/setup/started.process.test.ts',
    'test/cli/setup/terminal.slow.test.ts',
    'test/cli/sync/crash.slow.test.ts',
    'test/cli/terminal-colours.slow.test.ts',
    'test/cli/sync/learned.slow.test.ts',
    'test/cli/sync/merged.slow.test.ts',
    'test/cli/sync/real-layouts.slow.test.ts',
    'test/cli/sync/refused.slow.test.ts',
    'test/cli/sync/review-workbook.slow.test.ts',
    'test/cli/sync/review.slow.test.ts',
    'test/cli/sync/sync.slow.test.ts',
    'test/cli/sync/watch-saves.slow.test.ts',
    'test/cli/sync/watch.slow.test.ts',
    'test/client/tls.slow.test.ts',
    'test/docs/readers.slow.test.ts',
    'test/e2e/agent-restart.slow.test.ts',
    'test/e2e/several.slow.test.ts',
    'test/e2e/setup-packed.slow.test.ts',
    'test/e2e/agent-ways.slow.test.ts',
    'test/e2e/agent.slow.test.ts',
    'test/e2e/approval-pages.slow.test.ts',
    'test/e2e/approve.slow.test.ts',
    'test/e2e/telemetry.slow.test.ts',
    'test/e2e/http-hosted.slow.test.ts',
    'test/e2e/folder-run.slow.test.ts',
    'test/e2e/folders.slow.test.ts',
    'test/e2e/doctor.process.test.ts',
    'test/e2e/http-load.slow.test.ts',
    'test/e2e/http.process.test.ts',
    'test/e2e/keyring.slow.test.ts',
    'test/e2e/many-files.slow.test.ts',
    'test/e2e/operator.slow.test.ts',
    'test/e2e/packed.slow.test.ts',
    'test/e2e/password.slow.test.ts',
    'test/e2e/proxies.slow.test.ts',
    'test/e2e/rooms.slow.test.ts',
    'test/e2e/secrets.slow.test.ts',
    'test/e2e/session-limits.slow.test.ts',
    'test/e2e/stdio.process.test.ts',
    'test/e2e/stdout.slow.test.ts',
    'test/e2e/surroundings.slow.test.ts',
    'test/e2e/terminal.slow.test.ts',
    'test/e2e/translate-ends.slow.test.ts',
    'test/e2e/translate-ways.slow.test.ts',
    'test/e2e/translate.slow.test.ts',
    'test/formats/new-family.slow.test.ts',
    'test/mcp/bad-input.slow.test.ts',
    'test/mcp/judged-program.slow.test.ts',
    'test/mcp/sign-in.slow.test.ts',
    'test/service/engine/new-engine.slow.test.ts',
  ],
}

/** The quick suites that are run a second time with every transaction repeated: between them they write all that is written. */
export const REPEATED: readonly string[] = [
  'test/service/admin.test.ts',
  'test/service/approval.test.ts',
  'test/service/consent/questions.test.ts',
  'test/service/credits.test.ts',
  'test/service/glossaries.test.ts',
  'test/service/idempotency.test.ts',
  'test/service/memory.slow.test.ts',
  'test/service/metering.slow.test.ts',
  'test/service/oauth/connections.test.ts',
  'test/service/oauth/invitation.test.ts',
  'test/service/oauth/lockout.test.ts',
  'test/service/oauth/signing-keys.test.ts',
  'test/service/retention.test.ts',
  'test/service/segments/answers.slow.test.ts',
  'test/service/segments/rounds.slow.test.ts',
  'test/service/store/outcomes.test.ts',
  'test/service/store/repeated.postgres.test.ts',
  'test/service/uploads.test.ts',
]

/** The suites that touch the store and yet are not run on PostgreSQL, each with the reason. */
export const ON_SQLITE_ONLY: Readonly<Record<string, string>> = {
  'test/cli/doctor/command.test.ts': 'looks at a folder whose state is a file, as what starts this program finds it',
  'test/cli/doctor/place.test.ts': 'looks at database files: missing, broken, of a newer program',
  'test/cli/kept-engine.test.ts': 'counts the files of a data folder whose state is a file',
  'test/service/data-folder.test.ts': 'opens the database file beside the program',
  'test/service/folder-marks.test.ts':
    'looks at a folder whose state is a file, under the marks that keep it from being used',
  'test/service/folders/earlier-folders.test.ts': 'opens data folders of earlier builds, whose state is a file',
  'test/service/slices.test.ts':
    'counts the rows that are changed between two turns of the thread, which a server does not share',
  'test/service/store/database.test.ts': 'is about the locks of the file',
  'test/service/upgrade.test.ts': 'opens a database file of the first schema',
}

const NAMED = /\.(?:slow|process|soak|postgres)\.test\.ts$/

/** The suites for PostgreSQL: the quick ones that touch the store, by what they import, and the slow ones of the list. */
export function storeSuites(): { readonly quick: string[]; readonly slow: string[] } {
  const runs = touching([STORE]).filter(name => !(name in ON_SQLITE_ONLY))
  return { quick: runs.filter(name => !NAMED.test(name)), slow: runs.filter(name => SLOW.includes(name)) }
}

/** The slow suites that touch the store, or start the program, and are in no list; and names in a list that are of no such suite. */
export function unlistedSuites(): { readonly unlisted: string[]; readonly unknown: string[] } {
  const suites = touching([STORE, STARTS])
  const slow = suites.filter(name => NAMED.test(name) && !name.endsWith('.postgres.test.ts'))
  const listed = [...SLOW, ...Object.values(SLOW_ON_SQLITE).flat()]
  const others = [...REPEATED, ...Object.keys(ON_SQLITE_ONLY)].filter(name => !suites.includes(name))
  return {
    unlisted: slow.filter(name => listed.filter(each => each === name).length !== 1),
    unknown: [...listed.filter(name => !slow.includes(name)), ...others].filter(name => !/\.postgres\./.test(name)),
  }
}

/** The suites that import one of these files, by whatever way. */
export function touching(files: readonly RegExp[]): string[] {
  const imports = new Map(sources('test').map(file => [file.name, importedBy(file).map(normalize)]))
  const touches = (name: string, seen: Set<string>): boolean =>
    files.some(file => file.test(name)) ||
    (!seen.has(name) && (imports.get(name) ?? []).some(target => touches(target, seen.add(name))))
  return [...imports.keys()].filter(name => name.endsWith('.test.ts') && touches(name, new Set()))
}
