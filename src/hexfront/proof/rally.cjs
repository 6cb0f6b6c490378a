// Plays whole games by lot of a module of Rally the Troops, one for each line that comes in: a seed.
// Answers with a line of JSON: how many decisions, and the seconds of the processor they took, of all threads.
"use strict"

const path = require("node:path")
const rules = require(path.resolve(process.argv[2], "rules.js"))

// What is said to the table and not done on the board; undo is not drawn in our games by lot either.
const TABLE_TALK = new Set(["undo", "ping", "propose_rollback", "flag_supply_warnings"])

// The least standard generator there is: the same games again from the same seed.
function lots(seed) {
	let state = seed >>> 0 || 1
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0
		return Math.floor((state / 4294967296) * below)
	}
}

function listed(view) {
	const found = []
	for (const [name, what] of Object.entries(view.actions ?? {})) {
		if (TABLE_TALK.has(name)) continue
		if (Array.isArray(what)) for (const each of what) found.push([name, each])
		else if (what === 1 || what === true) found.push([name])
	}
	return found
}

function whole(seed) {
	const draw = lots(seed)
	const roles = typeof rules.roles === "function" ? rules.roles("", {}) : rules.roles
	const scenarios = Array.isArray(rules.scenarios) ? rules.scenarios : Object.values(rules.scenarios).flat()
	const chosen = scenarios[0]
	const began = process.cpuUsage()
	let game = rules.setup(seed, chosen, {})
	let decisions = 0
	let choices = 0
	while (game.active && game.active !== "None" && game.state !== "game_over") {
		const active = Array.isArray(game.active) ? game.active[draw(game.active.length)] : game.active
		const who = active === "Both" || active === "All" ? roles[draw(roles.length)] : active
		const actions = listed(rules.view(game, who))
		if (!actions.length) break
		const [name, what] = actions[draw(actions.length)]
		game = rules.action(game, who, name, what)
		decisions += 1
		choices += actions.length
	}
	const spent = process.cpuUsage(began)
	return { decisions, choices, seconds: (spent.user + spent.system) / 1e6, scenario: chosen }
}

require("node:readline")
	.createInterface({ input: process.stdin })
	.on("line", (line) => {
		let answer
		try {
			answer = whole(Number(line))
		} catch (error) {
			answer = { error: String(error) }
		}
		process.stdout.write(JSON.stringify(answer) + "\n")
	})
