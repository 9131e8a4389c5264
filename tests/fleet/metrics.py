# SPDX-License-Identifier: GPL-2.0-or-later
"""metrics.py LIST CHECK PROM: compares the metrics in a file, read by this program's own rules, with
the documents of --list and --conf --check. A value that is known must be there, and nothing else."""
import json
import pathlib
import re
import sys

SLEEPS = ("standby_y", "standby_z", "stopped", "low_power", "nv_cache_spun_down", "suspended")
LINE = re.compile(r"([a-z_:]+)(?:\{(.*)\})? (\S+)")
LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"(?:,|$)')


def read(path):
    """{name: [(labels, value)]}; every name must have HELP and TYPE, and its lines must be together."""
    metrics, types, last = {}, {}, None
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("# HELP "):
            assert line.split(" ", 3)[2] not in metrics, line
            continue
        if line.startswith("# TYPE "):
            _, _, last, types[last] = line.split(" ")
            metrics[last] = []
            continue
        name, labels, value = LINE.fullmatch(line).groups()
        assert name == last, f"{name} is not below its TYPE"
        found = {key: re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], text)
                 for key, text in LABEL.findall(labels or "")}
        assert (found, float(value)) not in metrics[name], f"twice: {line}"
        metrics[name].append((found, float(value)))
    return metrics, types


def names_of(drive):
    """The by-id name, with the model if possible."""
    bare = re.compile(r"wwn-|nvme-(eui|nvme|uuid)\.|scsi-[23]|dm-|lvm-")
    best = [name for name in drive["by_id"] if not bare.match(name)] + drive["by_id"] + [""]
    return {"device": drive["name"], "by_id": best[0], "model": drive["model"] or ""}


def expected_of(device):
    """The metrics of one drive: [(name, more labels, value)]."""
    drive = device["list"]
    condition, security = drive["power_condition"], drive["security"]
    plain = {
        "size_bytes": drive["size_bytes"] and int(drive["size_bytes"]),
        "temperature_celsius": drive["temperature_celsius"],
        "apm_level": drive["apm_level"],
        "epc_enabled": drive["extended_power_conditions"],
        "standby_timer_seconds": drive["standby_timer_s"],
        "write_cache_enabled": drive["write_cache"],
        "asleep": None if condition is None else condition in SLEEPS,
        "security_enabled": security and not re.fullmatch("off|frozen", security),
        "security_locked": security and "locked" in security,
        "security_frozen": security and "frozen" in security,
        "in_use": drive["used_by"] is not None,
        "answers": "hung" not in device,
    }
    rows = [(f"hdparm_drive_{key}", {}, value) for key, value in plain.items() if value is not None]
    rows.append(("hdparm_drive_info", {
        key: drive[key] or ""
        for key in ("serial_number", "world_wide_name", "medium", "transport")}, 1))
    if condition is not None:
        rows.append(("hdparm_drive_power_condition", {"condition": condition}, 1))
    return rows


def checks_of(checked):
    """{drive: {key: result}}: each command of the file has an entry, and the worst result counts."""
    order = ("same", "lacking", "unknowable", "different")
    drives = {}
    for device in checked["devices"]:
        if not device["path"]:
            continue
        known = drives.setdefault(device["path"], {})
        for check in device.get("checks", []):
            before = known.get(check["key"], check["result"])
            known[check["key"]] = max(before, check["result"], key=order.index)
    return drives


def expected_checks(checks):
    """The metrics of the settings of one drive."""
    results = list(checks.values())
    rows = [("hdparm_conf_settings_different", {}, results.count("different")),
            ("hdparm_conf_settings_unknowable", {}, results.count("unknowable")),
            ("hdparm_conf_settings_lacking", {}, results.count("lacking"))]
    return rows + [("hdparm_conf_setting_different", {"key": key}, result == "different")
                   for key, result in checks.items() if result in ("same", "different")]


def main():
    listed, checked = (json.loads(pathlib.Path(path).read_text()) for path in sys.argv[1:3])
    metrics, types = read(pathlib.Path(sys.argv[3]))
    labels, faults, right = {}, [], 0
    want = [("hdparm_list_exit_status", {}, listed["exit_status"])]
    for device in listed["devices"]:
        if "list" in device:
            labels[device["path"]] = names_of(device["list"])
            want += [(name, {**labels[device["path"]], **more}, value)
                     for name, more, value in expected_of(device)]
    if checked["devices"]:
        want.append(("hdparm_conf_check_exit_status", {}, checked["exit_status"]))
        want.append(("hdparm_conf_blocks_unmatched", {}, sum(
            len(device.get("unmatched", [])) for device in checked["devices"])))
    for path, checks in checks_of(checked).items():
        want += [(name, {**labels[path], **more}, value)
                 for name, more, value in expected_checks(checks)]
    for name, found, value in want:
        if (found, float(value)) in metrics.get(name, []):
            metrics[name].remove((found, float(value)))
            right += 1
        else:
            faults.append(f"{name} {found} {value} is not there")
    # the rest: conditions in which a drive is not, and counts from earlier runs
    for name, left in metrics.items():
        if name == "hdparm_drive_power_condition":
            left = [row for row in left if row[1] != 0]
        if name == "hdparm_drive_spin_ups_seen_total":
            left = []
        faults += [f"{name} {found} {value} is in no document" for found, value in left]
    faults += [f"{name} is a {kind}" for name, kind in types.items()
               if kind != ("counter" if name.endswith("_total") else "gauge")]
    for fault in faults:
        print(fault)
    print(f"{right} values are those of --list and --check")
    return 1 if faults or right < 1 else 0


sys.exit(main())
