// The command `ts-rest`: moves the contracts, servers and clients of a project. It reads, and writes nothing.
import { finish, type Moves } from "../moving/finish.ts";
import { openProject } from "../moving/project.ts";
import { Access } from "./access.ts";
import { tsRestBridges } from "./bridge.ts";
import { moveClients } from "./clients.ts";
import { findContracts } from "./contract.ts";
import { treesOf, writeContracts } from "./contract-text.ts";
import { FactsOf } from "./facts.ts";
import { findImplementations } from "./implementations.ts";
import { oldVersions } from "./old-versions.ts";
import { moveTypes } from "./types.ts";
import { moveServers, noteStatuses } from "./servers.ts";

export function migrateTsRest(folder: string, files: ReadonlyMap<string, string>): Moves {
  const project = openProject(folder, files);
  const contracts = findContracts(project);
  const trees = treesOf(project, new FactsOf(project));
  const bridges = tsRestBridges(project);
  const access = new Access(project, contracts, trees, bridges);
  const implementations = findImplementations(project, contracts);
  noteStatuses(implementations, access);
  moveTypes(access);
  moveServers(implementations, access);
  moveClients(access);
  writeContracts(contracts, trees);
  const swept = {
    from: /^@ts-rest\//,
    made: /^(?:init(?:Contract|Server|TsRest)|\w+\.(?:responses|otherResponse|type|noBody))$/,
  };
  const moves = finish(project, swept, bridges.files());
  return { ...moves, left: [...moves.left, ...oldVersions(files)] };
}
