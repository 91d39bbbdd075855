import type { CutBus } from '../bus-cuts.ts'
import type { TestNode } from '../test-app.ts'

export type Node = Pick<TestNode, 'address' | 'services'>

/** The nodes of a site. `cutBus` interrupts the bus between several nodes. */
export type Site = { nodes: Node[]; cutBus?: CutBus }
