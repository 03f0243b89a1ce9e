/** The door of what a project file is proposed by. */
export type { Proposal, Proposals, ProposedProject } from './proposal.ts'
export { proposeProject } from './propose.ts'
