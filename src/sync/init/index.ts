/** The door of what a project file is proposed by. */
export { NO_TARGETS, type Proposal, type Proposals, type ProposedProject } from './proposal.ts'
export { proposeProject } from './propose.ts'
