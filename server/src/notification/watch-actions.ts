/** The actions of the notices that say that a watch is fulfilled. Like status notices, they tell when somebody became Available. */
export const watchActions = ['awaited', 'reached'] as const
