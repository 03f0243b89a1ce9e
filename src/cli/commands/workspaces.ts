import { count } from '../../mcp/render/numbers.ts'
import type { WorkspaceView } from '../../service/admin/workspaces.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { inFolder } from '../hosted.ts'
import { limitLine } from '../limit-line.ts'
import { limitsIn } from '../limit-settings.ts'
import { ownCommand } from '../own-command.ts'
import { takesNoMore, UsageError, unknownOrder } from '../usage.ts'

/** Lists the workspaces of the service inside this program, or creates one. */
export async function workspaces(invocation: Invocation): Promise<0> {
  const { operands, settings } = invocation
  const [order, name] = operands
  if (order !== 'list' && order !== 'create' && order !== 'set') {
    throw unknownOrder('workspaces', order, ['list', 'create', 'set'])
  }
  if (order === 'set') return await set(invocation, name)
  if (settings.local) throw new UsageError(`workspaces ${order} does not take --local.`)
  takesNoMore(`workspaces ${order}`, operands, order === 'list' ? 1 : 2)
  if (order === 'list') {
    if (settings.slug !== undefined) throw new UsageError('workspaces list does not take --slug.')
    await list(invocation)
  } else {
    await create(invocation, name)
  }
  return 0
}

/** Sets limits on what may be approved in a workspace, or by this computer's own key in it. */
async function set({ operands, settings, stdout }: Invocation, slug: string | undefined): Promise<0> {
  if (slug === undefined)
    throw new UsageError('workspaces set needs the SLUG of a workspace: workspaces list shows them.')
  takesNoMore('workspaces set', operands, 2)
  const limits = limitsIn(settings)
  if (limits.length === 0) throw new UsageError('workspaces set needs a limit, such as --daily-tokens N.')
  const { setLimits } = await import('../../service/admin/limits.ts')
  const desk = { ...(await adminOptions(settings)), workspace: slug }
  const held = await setLimits(desk, settings.local ? 'local' : 'workspace', limits)
  const whose = settings.local ? `${slug}, this computer's own key` : slug
  stdout.write(
    settings.json ? `${JSON.stringify({ limits: held })}\n` : `${[whose, ...held.map(limitLine)].join('\n')}\n`,
  )
  return 0
}

async function list({ settings, stdout }: Invocation): Promise<void> {
  const { listWorkspaces } = await import('../../service/admin/workspaces.ts')
  const { showLimits } = await import('../../service/admin/limits.ts')
  const options = await adminOptions(settings)
  const found = []
  for (const workspace of await listWorkspaces(options)) {
    const desk = { ...options, workspace: workspace.slug }
    const held = { limits: await showLimits(desk, 'workspace'), local_limits: await showLimits(desk, 'local') }
    found.push({ ...workspace, ...held })
  }
  if (settings.json) return void stdout.write(`${JSON.stringify({ workspaces: found })}\n`)
  const lines = found.flatMap(workspace => [
    lineOf(workspace),
    ...workspace.limits.map(limitLine),
    ...workspace.local_limits.map(limit => `${limitLine(limit)}, by this computer's own key`),
  ])
  stdout.write(lines.map(line => `${line}\n`).join(''))
}

async function create({ settings, stdout }: Invocation, name: string | undefined): Promise<void> {
  if (name === undefined) throw new UsageError('workspaces create needs a NAME.')
  const { createWorkspace } = await import('../../service/admin/workspaces.ts')
  // To a new workspace this flag says what it is granted, like the setting of the same name.
  const { most_monthly_credits: granted, ...others } = settings
  if (limitsIn(others).length > 0) throw new UsageError('workspaces create takes no limits: workspaces set does.')
  const monthly_credits = granted === undefined ? settings.monthly_credits : (granted ?? 0)
  const workspace = await createWorkspace(await adminOptions({ ...settings, monthly_credits }), {
    name,
    slug: settings.slug,
  })
  if (settings.json) return void stdout.write(`${JSON.stringify({ workspace })}\n`)
  const next = `${ownCommand()} members password admin --workspace ${workspace.slug}${inFolder(settings)}`
  stdout.write(`${lineOf(workspace)}\nIts admin has no password yet. Set it with: ${next}\n`)
}

function lineOf({ slug, name, monthly_allowance, id }: WorkspaceView): string {
  const monthly = monthly_allowance === null ? 'no monthly credits' : `${count(monthly_allowance)} credits a month`
  return [slug, JSON.stringify(name), monthly, id].join('  ')
}
