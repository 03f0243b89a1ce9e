import { ApiError } from '../../client/errors.ts'
import type { Account } from '../../contract/account.ts'
import { api } from '../../contract/operations.ts'
import { visible } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import type { Invocation } from '../command.ts'
import { compose } from '../compose.ts'
import { dataDirOf } from '../data-dir.ts'
import type { Settings } from '../settings.ts'
import { UsageError } from '../usage.ts'
import { VERSION } from '../version.ts'

type Reached = { readonly account: Account } | { readonly error: { readonly code: string; readonly message: string } }

/** What is configured and what the service says to it. Fails where the service cannot be reached or takes no such credential. */
export async function status({ settings, operands, env, stdout, stderr }: Invocation): Promise<0 | 1> {
  if (operands.length > 0) throw new UsageError(`translation-mcp status takes no "${operands[0]}".`)
  const { parts, close } = compose({ ...settings, log_level: 'silent' }, { env, stderr, named: settings.allow })
  try {
    const reached = await reach(() => parts.client.call(api.account.get, {}, { deadlineMs: 15_000 }))
    const configured = { ...configuration(settings), allowed_folders: await parts.folders.allowed() }
    stdout.write(settings.json ? `${JSON.stringify({ ...configured, ...reached })}\n` : written(configured, reached))
    return 'account' in reached ? 0 : 1
  } finally {
    await close()
  }
}

async function reach(call: () => Promise<{ data: Account }>): Promise<Reached> {
  try {
    return { account: (await call()).data }
  } catch (error) {
    if (error instanceof ApiError) return { error: { code: error.code, message: error.message } }
    throw error
  }
}

function configuration(settings: Settings) {
  const { api_url, api_key, engine, consent, max_credits } = settings
  const hosted = api_url !== undefined
  return {
    version: VERSION,
    node: process.version,
    service: hosted ? 'hosted' : 'embedded',
    api_url: hosted ? new URL(api_url).origin : null,
    credential: hosted ? (api_key === undefined ? 'none' : 'TRANSLATION_API_KEY') : 'its own key',
    data_dir: dataDirOf(settings),
    engine: engine ?? null,
    consent,
    max_credits: max_credits ?? null,
  }
}

type Configuration = ReturnType<typeof configuration> & { readonly allowed_folders: readonly string[] }

function written(configured: Configuration, reached: Reached): string {
  const { version, node, api_url, credential, data_dir, engine, consent, max_credits, allowed_folders } = configured
  const service = api_url ?? 'inside this program'
  const lines: [string, string][] = [
    ['translation-mcp', `${version}, node ${node}`],
    ['service', `${service}, with ${credential === 'none' ? 'no key: set TRANSLATION_API_KEY' : credential}`],
    ['data folder', data_dir],
    [
      'engine',
      engine ??
        (api_url === null ? 'none: set TRANSLATION_ENGINE (pseudo tries the workflow)' : 'as the service chooses'),
    ],
    [
      'spending',
      `${consent === 'required' ? 'only where a person can be asked' : 'a person is asked'}${max_credits === null ? '' : `, at most ${counted(max_credits, 'credit')} at once`}`,
    ],
    ['folders', allowed_folders.length === 0 ? 'none: start with --allow DIR' : allowed_folders.join(', ')],
    ...('account' in reached ? accountLines(reached.account) : [failureLine(reached.error)]),
  ]
  return `${lines.map(([name, words]) => `${`${name}:`.padEnd(17)}${words}`).join('\n')}\n`
}

function accountLines({ workspace, credit_balance, credential, capabilities }: Account): [string, string][] {
  return [
    ['reached', 'yes'],
    ['workspace', `${visible(workspace.name)}, plan ${visible(workspace.plan)}, ${counted(credit_balance, 'credit')}`],
    ['as', `${credential.kind} ${visible(credential.name ?? credential.id)} (${credential.prefix}…)`],
    ['may', credential.scopes.join(', ')],
    ['translations', capabilities.batch_creation ? 'can be created' : 'cannot be created on this service'],
    ['formats', capabilities.supported_formats.join(', ')],
  ]
}

function failureLine({ code, message }: { code: string; message: string }): [string, string] {
  return ['reached', `no (${code}): ${message}`]
}
