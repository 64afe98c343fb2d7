// SPDX-License-Identifier: GPL-3.0-or-later
// What operations and the roofs above them are called.
#pragma once

#include "core/scenario/scenario.h"
#include "core/step/report.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core
{

/// Its own name, or kind and sizes: "matmul 512×8192×8192 bf16", "attention decode T=1 S=4096".
std::string titleOf(const Operation&);

/// Of all operations of the scenario. Those that would share a title are counted: "dot N=8", "dot N=8 (2)".
std::vector<std::string> operationTitles(const Scenario&);

/// Finds operations by what a table calls them. Names that several share go through these in their order.
class OperationFinder
{
public:
    explicit OperationFinder(const Scenario&);

    bool knows(const std::string& name) const;
    /// Its number, from 1: by its title, else the next that has that name; 0: none.
    std::size_t next(const std::string& name);
    /// Of a number from 1.
    const std::string& title(std::size_t number) const { return m_titles[number - 1]; }
    /// Names that went through several, as a sentence; else empty.
    std::string note() const;

private:
    /// "512x8192" as "512×8192", where no operation has the name as it is typed.
    std::string spelt(const std::string& typed) const;

    std::vector<std::string> m_titles, m_names; // each different; as several may be called
    std::map<std::string, std::size_t> m_last;  // found by that name
};

/// What its batch B counts, in the singular: "token" of a matmul, "sequence" of attention.
std::string_view batchUnitOf(OpKind);

/// "HBM", "VMEM" (on GPUs "L2 cache"), "PCIe", "ICI, one axis" (on GPUs "NVLink"), "DCN".
std::string_view nameOf(Channel, const Scenario&);

/// Why no operation is so, as a sentence: query heads that no key/value head serves, experts that are not there. Empty
/// where nothing is wrong.
std::string problemOf(const Operation&);

/// Of the unit that it runs on: "bf16 MXU", "VPU"; on GPUs "bf16 tensor cores", "CUDA cores".
std::string unitOf(const Operation&, const Scenario&);

/// Unit or memory whose rate the chip does not state, of the first operation of the scenario.
std::string unstatedOf(const OperationOf<double>&, const Scenario&);
/// A sentence where a rate is missing, with the field to enter it; else empty.
std::string missingRateOf(const OperationOf<double>&, const Scenario&);

/// Why the operation is bound as it is: "math", or the channel.
std::string boundOf(const OperationOf<double>&, const Scenario&);

/// The same as a sentence, with the critical batch, or why there is none. Of the first operation of the scenario.
std::string reasonOf(const OperationOf<double>&, const Scenario&);

} // namespace core
