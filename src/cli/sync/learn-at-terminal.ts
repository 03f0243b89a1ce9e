import { learnedLine, type ProjectToLearn } from '../../mcp/sync/learned.ts'
import type { Invocation } from '../command.ts'
import { composeServer } from '../compose.ts'
import { learnProject } from './learn.ts'

/** Has the service learn what a project says, and tells the person what its glossary learned and what cannot be. */
export async function learnAtTerminal(
  { settings, env, stderr, clock }: Invocation,
  project: Omit<ProjectToLearn, 'named' | 'client'>,
): Promise<void> {
  const named = new Set(settings.keys.filter(key => !key.includes('*')))
  const { parts, close } = composeServer({ ...settings, log_level: 'silent' }, { env, stderr, named: [], clock })
  try {
    const { terms, missing } = await learnProject({ ...project, named, client: parts.client }, settings)
    // The memory is told at nearly every run: that is no news.
    const line = learnedLine({ terms, told: 0 })
    for (const said of [...(line === undefined ? [] : [line]), ...missing]) stderr.write(`${said}\n`)
  } finally {
    await close()
  }
}
