import { visible } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import type { AuditEntry } from '../../service/admin/audit.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { takesNoMore } from '../usage.ts'

/** Prints the audit log of one workspace of the service inside this program, newest entry first. */
export async function audit({ operands, settings, stdout, stderr }: Invocation): Promise<0> {
  takesNoMore('audit', operands)
  const { readAudit } = await import('../../service/admin/audit.ts')
  const found = await readAudit(await adminOptions(settings), { since: settings.since })
  if (settings.json) {
    stdout.write(`${JSON.stringify(found)}\n`)
    return 0
  }
  stdout.write(found.events.map(entry => `${lineOf(entry)}\n`).join(''))
  if (found.events.length === 0) stderr.write('Nothing happened in that time.\n')
  if (found.has_more) stderr.write('Older entries are left out.\n')
  return 0
}

function lineOf({ at, kind, by, member, client, batch_id, credits, detail }: AuditEntry): string {
  const facts = [
    by === null ? '' : `by ${visible(by)}`,
    member === null || member === by ? '' : `member ${visible(member)}`,
    client === null
      ? ''
      : `client ${client.name === null ? '' : `${JSON.stringify(visible(client.name))} `}${client.id}`,
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
