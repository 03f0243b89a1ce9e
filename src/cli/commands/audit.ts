import { once } from 'node:events'
import { visible } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import type { AuditEntry } from '../../service/admin/audit.ts'
import { AUDIT_KINDS, type AuditKind } from '../../service/domain/audit-kinds.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { listedIn } from '../listed.ts'
import { nearest, takesNoMore, UsageError } from '../usage.ts'

/** How many entries are printed for people where they do not say how many. */
const READABLE = 1000

/**
 * Prints the audit log of one workspace of the service inside this program, newest entry first. As JSON it is one entry a line, and
 * all of them unless a limit is given: each is written as soon as it is read.
 */
export async function audit({ operands, settings, stdout, stderr }: Invocation): Promise<0> {
  takesNoMore('audit', operands)
  const { json, since, until, who, cursor, limit = json ? undefined : READABLE } = settings
  const kinds = readKinds(settings.what)
  const { readAudit } = await import('../../service/admin/audit.ts')
  let printed = 0
  const take = async (entry: AuditEntry) => {
    printed += 1
    const line = json ? JSON.stringify(entry) : lineOf(entry)
    if (!stdout.write(`${line}\n`)) await once(stdout, 'drain')
  }
  const query = { since, until, who, after: cursor, limit, kinds }
  const last = await readAudit(await adminOptions(settings), query, take)
  const narrowed = who !== undefined || kinds !== undefined
  if (printed === 0) stderr.write(narrowed ? 'No entry of the audit log fits.\n' : 'Nothing happened in that time.\n')
  if (last !== undefined) stderr.write(`Older entries are left out. The next ones follow with --cursor ${last}.\n`)
  return 0
}

/** The kinds of events that `--what` names, separated by commas. @throws {UsageError} names the word that is none */
function readKinds(given: readonly string[]): readonly AuditKind[] | undefined {
  const words = listedIn(given)
  if (words.length === 0) return undefined
  return words.map(word => {
    const kind = AUDIT_KINDS.find(name => name === word)
    if (kind !== undefined) return kind
    const near = nearest(word, AUDIT_KINDS)
    const hint = near === undefined ? `They are: ${AUDIT_KINDS.join(', ')}.` : `Did you mean ${near}?`
    throw new UsageError(`--what: the audit log has no kind "${word}". ${hint}`)
  })
}

function lineOf(entry: AuditEntry): string {
  const { at, kind, by, member, client, address, batch_id, credits, times, last_at, detail } = entry
  const facts = [
    times === 1 ? '' : `${counted(times, 'time')} until ${written(last_at).slice(11, 19)}Z`,
    by === null ? '' : `by ${visible(by)}`,
    member === null || member === by ? '' : `member ${visible(member)}`,
    client === null
      ? ''
      : `client ${client.name === null ? '' : `${JSON.stringify(visible(client.name))} `}${client.id}`,
    address === null ? '' : `from ${visible(address)}`,
    batch_id ?? '',
    credits === null ? '' : counted(credits, 'credit'),
    ...Object.entries(kind === 'ceiling_changed' ? changeOf(detail) : detail).map(
      ([name, value]) => `${name} ${visible(written(value), 300)}`,
    ),
  ]
  return [`${at.slice(0, 19).replace('T', ' ')}Z`, kind, ...facts].filter(Boolean).join('  ')
}

/** Only the scopes that were added to a ceiling or taken from it: the full lists before and after are long. */
function changeOf({ before, after }: AuditEntry['detail']): Readonly<Record<string, unknown>> {
  const [earlier, later] = [listed(before), listed(after)]
  const added = later.filter(scope => !earlier.includes(scope))
  const taken = earlier.filter(scope => !later.includes(scope))
  return { ...(added.length > 0 && { added }), ...(taken.length > 0 && { taken }) }
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
