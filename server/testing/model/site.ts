import type { CutBus } from '../bus-cuts.ts'
import type { TestNode } from '../test-app.ts'

export type Node = Pick<TestNode, 'address' | 'services'>

/** The nodes on which stories are played, and how the bus between several is cut. */
export type Site = { nodes: Node[]; cutBus?: CutBus }
