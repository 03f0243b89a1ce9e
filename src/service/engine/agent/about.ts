import type { EngineAbout } from '../about.ts'

/** The model of the assistant that calls: it takes the segments out of the API and brings its translations back. */
export const agent: EngineAbout<never> = {
  name: 'agent',
  listed: 1,
  turn: 3,
  by_caller: true,
  words: {
    taken: 'your assistant',
    get: 'connect an assistant over MCP, which then translates itself',
    does: 'your assistant translates',
  },
  offer: {
    ...{ title: 'your assistant, over MCP', cost: 'tokens of its plan', seen_by: 'its provider sees the text' },
  },
  settings: {},
  load: async () => {
    const { createAgent } = await import('./agent.ts')
    return (_, others) => createAgent(others)
  },
}
