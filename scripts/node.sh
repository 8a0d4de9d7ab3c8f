#!/bin/sh
# Says in one sentence that Node is missing or too old for the client, before npm and vite fail with pages of theirs. Which versions
# it takes stands in web/package.json.
set -eu
cd "$(dirname "$0")/../web"
advice="Install a newer one from https://nodejs.org or with your system's packages, and try again."
if ! command -v node >/dev/null; then
    echo "Node is missing, which builds the client. $advice" >&2
    exit 1
fi
# In words that an old one understands too.
node -e '
    var wanted = require("./package.json").engines.node;
    var own = process.versions.node.split(".").map(Number);
    var fits = wanted.split(" || ").some(function (range) {
        var least = range.replace(/^\D+/, "").split(".").map(Number);
        var isNewer = range.indexOf("^") < 0 && own[0] > least[0];
        return isNewer || (own[0] === least[0] && own[1] >= least[1]);
    });
    if (!fits) {
        var told = wanted.replace(/\^/g, "").replace(/>=(\S+)/, "$1 and newer").replace(/ \|\| /g, " or ");
        console.error("The client needs Node " + told + ", and this is " + process.versions.node + ". " + process.argv[1]);
        process.exit(1);
    }
' "$advice"
