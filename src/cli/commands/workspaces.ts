import { count } from '../../mcp/render/numbers.ts'
import type { WorkspaceView } from '../../service/admin/workspaces.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { takesNoMore, UsageError } from '../usage.ts'

/** Lists the workspaces of the service inside this program, or creates one. */
export async function workspaces(invocation: Invocation): Promise<0> {
  const { operands, settings } = invocation
  const [order, name] = operands
  if (order !== 'list' && order !== 'create') {
    throw new UsageError('workspaces takes one of list, create.')
  }
  takesNoMore(`workspaces ${order}`, operands, order === 'list' ? 1 : 2)
  if (order === 'list') {
    if (settings.slug !== undefined) throw new UsageError('workspaces list does not take --slug.')
    await list(invocation)
  } else {
    await create(invocation, name)
  }
  return 0
}

async function list({ settings, stdout }: Invocation): Promise<void> {
  const { listWorkspaces } = await import('../../service/admin/workspaces.ts')
  const found = await listWorkspaces(await adminOptions(settings))
  if (settings.json) stdout.write(`${JSON.stringify({ workspaces: found })}\n`)
  else stdout.write(found.map(workspace => `${lineOf(workspace)}\n`).join(''))
}

async function create({ settings, stdout }: Invocation, name: string | undefined): Promise<void> {
  if (name === undefined) throw new UsageError('workspaces create needs a NAME.')
  const { createWorkspace } = await import('../../service/admin/workspaces.ts')
  const workspace = await createWorkspace(await adminOptions(settings), { name, slug: settings.slug })
  if (settings.json) return void stdout.write(`${JSON.stringify({ workspace })}\n`)
  const next = `translation-mcp members password admin --workspace ${workspace.slug}`
  stdout.write(`${lineOf(workspace)}\nIts admin has no password yet. Set it with: ${next}\n`)
}

function lineOf({ slug, name, monthly_allowance, id }: WorkspaceView): string {
  const monthly = monthly_allowance === null ? 'no monthly credits' : `${count(monthly_allowance)} credits a month`
  return [slug, JSON.stringify(name), monthly, id].join('  ')
}
